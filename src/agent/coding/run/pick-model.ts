import { shorten } from '../../../base/text/shorten.ts';
import type { DialectName, Offer } from '../../../gateway/gateway.ts';
import type { CodingAgent } from '../coding-agent.ts';

/** The model that an agent is to ask for, or a sentence where there is none for it. Pure. */
export function pickModel(
	{ title, dialects }: Pick<CodingAgent, 'title' | 'dialects'>,
	wanted: string | undefined,
	offers: readonly Offer[],
): { readonly model: string } | { readonly why: string } {
	const spoken = dialects.flatMap((name) => offers.filter(({ dialect }) => dialect === name));
	const models = [...new Set(spoken.flatMap((offer) => offer.models))];
	const [first] = models;
	if (first === undefined)
		return { why: `${title} speaks ${named(dialects)}, and the model gateway has no such server` };
	if (wanted === undefined) return { model: first };
	if (models.includes(wanted)) return { model: wanted };
	return {
		why: `${title} cannot have the model "${shorten(wanted, 100)}"; it can have ${models.slice(0, 20).join(', ')}`,
	};
}

const names: Readonly<Record<DialectName, string>> = {
	chat: 'Chat Completions',
	responses: "OpenAI's Responses",
	messages: "Anthropic's Messages",
	gemini: "Gemini's generateContent",
};

function named(dialects: readonly DialectName[]): string {
	return dialects.map((name) => names[name]).join(' or ');
}
