import { z } from 'zod';
import type { Command } from './command.ts';

export function steerCommand(): Command {
	return {
		info: {
			name: 'steer',
			usage: 'steer <words>',
			help: 'Tell the running turn something now, without waiting for its end',
		},
		args: z.string().trim().min(1, 'takes the words that the running turn is to be told'),
		right: 'participant',
		when: 'at-once',
		run: async (words, { steer }) => {
			await steer(words);
			return '';
		},
	};
}
