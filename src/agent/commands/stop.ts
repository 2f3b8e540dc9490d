import { endParked } from '../session/end-parked.ts';
import { noArguments } from './arguments.ts';
import type { Command } from './command.ts';
import type { CommandDeps } from './table.ts';

export function stopCommand({ turns, store }: Pick<CommandDeps, 'turns' | 'store'>): Command {
	return {
		info: { name: 'stop', usage: 'stop', help: 'Stop the running turn and everything it started' },
		args: noArguments,
		right: 'participant',
		when: 'at-once',
		run: async (_args, { id, person, session }) => {
			if (turns.stop(id, person.name)) return 'Stopping …';
			const ended = session && (await endParked(session, person.name, store.records));
			return ended ? 'The question is withdrawn.' : 'Nothing is running.';
		},
	};
}
