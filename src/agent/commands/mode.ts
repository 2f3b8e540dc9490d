import { z } from 'zod';
import { readRecord, setMode } from '../session/session-record.ts';
import type { Command } from './command.ts';
import type { CommandDeps } from './table.ts';

const modes = ['wait', 'steer'] as const;

const meanings = {
	wait: 'Messages wait for the running turn to end.',
	steer: 'Messages reach the running turn at its next step.',
} as const;

export function modeCommand({ places }: Pick<CommandDeps, 'places'>): Command {
	return {
		info: {
			name: 'mode',
			usage: 'mode <wait|steer>',
			help: 'Say whether messages wait for the running turn, or steer it',
			complete: async (prefix) => modes.filter((mode) => mode.startsWith(prefix)),
		},
		args: z
			.string()
			.trim()
			.toLowerCase()
			.pipe(z.enum(['', ...modes], 'takes "wait" or "steer"')),
		right: 'participant',
		when: 'at-once',
		run: async (args, { folder }) => {
			const mode = modes.find((one) => one === args);
			if (!mode) return meanings[(await readRecord(folder, places))?.mode ?? 'wait'];
			return (await setMode(folder, mode, places))
				? meanings[mode]
				: 'There is nothing to set yet: nobody has asked anything here.';
		},
	};
}
