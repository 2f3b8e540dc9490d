import { nextSessionId } from '../../store/session-id.ts';
import { noArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { spoken } from './spoken.ts';
import type { CommandDeps } from './table.ts';

export function newCommand({
	store,
	sessions,
	sandboxes,
}: Pick<CommandDeps, 'store' | 'sessions' | 'sandboxes'>): Command {
	return {
		info: { name: 'new', usage: 'new', help: 'Begin a new session in this thread; the old one is kept' },
		args: noArguments,
		right: 'owner',
		when: 'in-order',
		run: async (_args, { thread, id: session }) => {
			const id = firstFree(nextSessionId(session), await sessions.list());
			await sessions.open(id);
			await store.bindings.bind(thread, id);
			await sandboxes.end(session);
			return `New session ${id}. The old one is kept: ${spoken(`load ${session}`, thread)}`;
		},
	};
}

function firstFree(id: string, taken: readonly string[]): string {
	return taken.includes(id) ? firstFree(nextSessionId(id), taken) : id;
}
