import { chat } from './chat/chat.ts';
import type { Dialect, DialectName, Route } from './dialect.ts';
import { gemini } from './gemini/gemini.ts';
import { messages } from './messages/messages.ts';
import { responses } from './responses/responses.ts';

/** Every dialect that the gateway speaks. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { chat, responses, messages, gemini };

/** Which call of which dialect a request is; `undefined` where it is none: 404. */
export interface Routed {
	readonly dialect: Dialect;
	readonly route: Route;
}

/** Finds the call by method, path and query. No two dialects share an address. Pure. */
export function routed(method: string, target: string): Routed | undefined {
	for (const dialect of Object.values(dialects)) {
		const route = dialect.route(method, target);
		if (route !== undefined) return { dialect, route };
	}
	return undefined;
}
