import { prefer, preferencesOf } from '../../session/choices/preferences.ts';
import { action, type Command } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

const meanings = {
	on: 'You are mentioned when something that you asked for took over a minute, waits for an answer, or failed.',
	off: 'You are not mentioned.',
} as const;

export function notifyCommand({ store, places, usual }: Pick<CommandDeps, 'store' | 'places' | 'usual'>): Command {
	const deps = { records: store.records, places };
	return action({
		name: 'notify',
		help: 'Say whether you are mentioned when something long is done',
		arguments: [{ kind: 'choice', name: 'notify', help: 'on or off', choices: ['on', 'off'], optional: true }],
		again: true,
		right: 'member',
		when: 'at-once',
		run: async ({ notify: given }, { person }) => {
			if (given !== undefined) await prefer(person, { notify: given }, deps);
			const { notify = usual.notify } = await preferencesOf(person, deps);
			return meanings[notify];
		},
	});
}
