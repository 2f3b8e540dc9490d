import { emptyHistory } from '../../session/history.ts';
import { replayed, saveHistory } from '../../session/session.ts';
import { action, type Command } from '../command.ts';

export function undoCommand(): Command {
	return action({
		name: 'undo',
		help: 'Bring back the conversation that the last clear has forgotten',
		arguments: [],
		right: 'owner',
		when: 'in-order',
		run: async (_values, { spell, folder, session }) => {
			if (!session) throw new Error('Cannot bring the conversation back: the session is in use');
			if (session.history().open)
				return `A turn is not finished yet. Stop it with ${spell('stop')}, or try again later.`;
			const { cleared } = replayed(emptyHistory, await folder.journal.after(0));
			if (!cleared || cleared.length === 0) return `There is nothing to bring back: nothing was cleared since.`;
			await session.record({ type: 'restored', messages: [...cleared] });
			await saveHistory(session);
			return 'The conversation from before is back, and goes on with what was said since.';
		},
	});
}
