import { openQuestion } from '../../session/history.ts';
import { action, type Command } from '../command.ts';

export function clearCommand(): Command {
	return action({
		name: 'clear',
		help: 'Forget the conversation; files and tools stay',
		arguments: [],
		right: 'owner',
		when: 'in-order',
		run: async (_values, { spell, folder, session }) => {
			if (!session) throw new Error('Cannot clear the session: it is in use');
			const { open } = session.history();
			if (open && openQuestion(session.history()))
				return `A question is open. Answer it, or withdraw it with ${spell('stop')}; then clear again.`;
			if (open) return `A turn is not finished yet. Begin anew with ${spell('new')}, or clear again later.`;
			await session.rest();
			const backup = await folder.documents.backup('current_history');
			await session.record({ type: 'cleared', backup });
			await session.rest();
			return `Cleared. The conversation so far is kept as ${backup}; files and tools stay. ${spell('undo')} brings it back.`;
		},
	});
}
