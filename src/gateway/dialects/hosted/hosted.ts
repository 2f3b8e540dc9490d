import type { DialectName } from '../dialect.ts';
import { camelled } from '../gemini/spelling.ts';
import { hostedInChat } from './chat.ts';
import { type HostedFeature, type Place, undated } from './feature.ts';
import { hostedInGemini } from './gemini.ts';
import { hostedInMessages } from './messages.ts';
import { hostedByOpenRouter } from './open-router.ts';
import { hostedInResponses } from './responses.ts';
import { hostedByServers } from './servers.ts';

/**
 * Every feature known that a provider would run, fetch or keep itself, by dialect. None of them is let through by not being in this list: what
 * is not allowed is left out; this list gives names to what is, and is what the tests ask for.
 */
export const hosted: Readonly<Record<DialectName, readonly HostedFeature[]>> = {
	chat: [...hostedInChat, ...hostedByOpenRouter.chat, ...hostedByServers],
	responses: [...hostedInResponses, ...hostedByOpenRouter.responses],
	messages: [...hostedInMessages, ...hostedByOpenRouter.messages],
	gemini: [...hostedInGemini, ...hostedByOpenRouter.gemini],
};

const names = new Map(
	Object.entries(hosted).map(([dialect, features]) => [
		dialect,
		new Map(features.map(({ at, name, feature }) => [`${at} ${undated(name)}`, feature])),
	]),
);

/** A feature's words; `undefined` where none of that name is known at that place. */
export function featureOf(dialect: DialectName, at: Place, name: string): string | undefined {
	const written = dialect === 'gemini' ? camelled(name) : undated(name);
	return names.get(dialect)?.get(`${at} ${written}`);
}

/** Words for a tool that nobody here knows. */
export const unknownTool = 'a hosted tool';

/** Words for a tool that is not let through. */
export function toolFeature(dialect: DialectName, type: unknown): string {
	return (typeof type === 'string' ? featureOf(dialect, 'tool', type) : undefined) ?? unknownTool;
}

const searching = [
	/:online\b/i,
	/(?:^|\/)sonar(?:-[a-z-]+)?(?::|$)/i,
	/-search(?:-preview|-api)?(?:-\d{4}-\d{2}-\d{2})?(?::|$)/i,
	/deep-research/i,
	/(?:^|\/)compound(?:-beta)?(?:-mini)?(?::|$)/i,
	/(?:^|\/)computer-use/i,
	/@preset\//i,
	/^openrouter\/fusion/i,
];

/** Whether a model searches, or runs code, whatever it is asked: then it is asked nothing, even where it is listed. Pure. */
export function isHostedModel(model: string): boolean {
	return searching.some((pattern) => pattern.test(model));
}
