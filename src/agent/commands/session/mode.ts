import { readRecord, setInRecord } from '../../session/session-record.ts';
import { action, type Command } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

const modes = ['wait', 'steer'] as const;

const meanings = {
	wait: 'Messages wait for the running turn to end.',
	steer: 'Messages reach the running turn at its next step.',
} as const;

export function modeCommand({ places }: Pick<CommandDeps, 'places'>): Command {
	return action({
		name: 'mode',
		help: 'Say whether messages wait for the running turn, or steer it',
		arguments: [{ kind: 'choice', name: 'mode', help: 'what messages do', choices: modes, optional: true }],
		right: 'participant',
		when: 'at-once',
		run: async ({ mode }, { folder }) => {
			if (!mode) return meanings[(await readRecord(folder, places))?.mode ?? 'wait'];
			return (await setInRecord(folder, { mode }, places))
				? meanings[mode]
				: 'There is nothing to set yet: nobody has asked anything here.';
		},
	});
}
