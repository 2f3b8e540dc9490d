import { shorten } from '../../../base/text/shorten.ts';
import { ownWords } from '../../session/own-words.ts';
import { lookAtHistory } from '../../session/session.ts';
import { action, type Command } from '../command.ts';

export function retryCommand(): Command {
	return action({
		name: 'retry',
		help: 'Do the last request again',
		arguments: [],
		right: 'participant',
		when: 'in-order',
		run: async (_values, { folder, session, say }) => {
			const { messages } = session?.history() ?? (await lookAtHistory(folder));
			const last = messages.findLast((message) => message.role === 'user');
			const words = last === undefined ? '' : ownWords(last.text);
			if (words === '') return 'There is no request to do again.';
			await say(words);
			return `Again: “${shorten(words.replaceAll(/\s+/g, ' '), 200)}”`;
		},
	});
}
