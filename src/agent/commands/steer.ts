import { action, type Command } from './command.ts';

export function steerCommand(): Command {
	return action({
		name: 'steer',
		help: 'Tell the running turn something now, without waiting for its end',
		arguments: [{ kind: 'words', name: 'words', help: 'the words that the running turn is to be told' }],
		right: 'participant',
		when: 'at-once',
		run: async ({ words }, { steer }) => {
			await steer(words);
			return '';
		},
	});
}
