import type { JournalEntry, Message } from '../../../store/journal.ts';
import { emptyHistory, replaying } from '../../session/history.ts';
import { replayable } from '../../session/past/replayable.ts';
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
			const cleared = clearedIn(replayable(await folder.journal.after(0), 0));
			if (cleared.length === 0) return 'There is nothing to bring back.';
			await session.record({ type: 'restored', messages: [...cleared] });
			await session.rest();
			return 'The conversation from before is back, and goes on with what was said since.';
		},
	});
}

/** The messages that the last clearing has emptied, in a whole journal; none where they are back. Pure. */
function clearedIn(entries: readonly JournalEntry[]): readonly Message[] {
	const next = replaying();
	let history = emptyHistory;
	let cleared: readonly Message[] = [];
	for (const entry of entries) {
		// Erasing clears without a copy.
		if (entry.step.type === 'cleared') cleared = entry.step.backup === '' ? [] : history.messages;
		if (entry.step.type === 'restored') cleared = [];
		history = next(history, entry);
	}
	return cleared;
}
