import type { Message } from '../../../store/journal.ts';

/** A call without its result, other than of the newest message that makes any, or a result without its call; undefined where each has its other. Pure. */
export function orphanIn(messages: readonly Message[]): string | undefined {
	let open: ReadonlySet<string> = new Set();
	for (const message of messages) {
		if (message.role === 'user') continue;
		const orphan = message.role === 'tool' ? withoutCall(message.callId, open) : [...open][0];
		if (orphan !== undefined) return orphan;
		open = message.role === 'tool' ? without(open, message.callId) : new Set(message.calls.map(({ id }) => id));
	}
	return undefined;
}

function withoutCall(id: string, open: ReadonlySet<string>): string | undefined {
	return open.has(id) ? undefined : id;
}

function without(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
	return new Set([...open].filter((one) => one !== id));
}
