import type { ChatRequest, ScriptFunction } from '../../../src/demo/model-server/script.ts';

/** Bytes that a person is asked about at once, at most. */
const mostBytes = 900;
/** Characters of what is taken for a question, and for no more. */
const longestQuestion = 400;

/** Remembers all that it is told, looks for what it is asked, and answers what it finds: to see that the measurement works. */
export const scriptedBrain: ScriptFunction = ({ messages, tools }: ChatRequest) => {
	const newest = messages.at(-1);
	if (newest?.role === 'tool') return { text: contentOf(newest) };
	const said = contentOf(newest)
		.replaceAll(/^(\[.*\]|> .*)\n?/gm, '')
		.trim();
	const isAsked = said.includes('?') && said.length <= longestQuestion;
	const isThere = tools?.some((tool) => tool.function.name === 'recall') ?? false;
	if (!isThere) return { text: isAsked ? 'I do not know.' : 'I see.' };
	if (isAsked) return { calls: [{ name: 'recall', arguments: { query: said } }] };
	return { calls: partsOf(said).map((text) => ({ name: 'remember', arguments: { text, scope: 'person' } })) };
};

function contentOf(message: ChatRequest['messages'][number] | undefined): string {
	return typeof message?.content === 'string' ? message.content : '';
}

/** Whole sentences, as many together as fit. */
function partsOf(text: string): string[] {
	const parts: string[] = [];
	for (const sentence of text.split(/(?<=[.!?])\s+/)) {
		const longer = [parts.at(-1), sentence].filter(Boolean).join(' ');
		if (parts.length > 0 && Buffer.byteLength(longer) <= mostBytes) parts[parts.length - 1] = longer;
		else parts.push(sentence.slice(0, mostBytes / 2));
	}
	return parts;
}
