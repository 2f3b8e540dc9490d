import type { JournalEntry, Step } from '../../store/journal.ts';

/** A conversation as Markdown, for people. Pure. */
export function conversationText(entries: readonly JournalEntry[]): string {
	return entries
		.flatMap(({ at, step }) => {
			const text = textOf(step);
			return text === undefined ? [] : [`**${at.slice(0, 19).replace('T', ' ')} ${text}\n`];
		})
		.join('\n');
}

function textOf(step: Step): string | undefined {
	if (step.type === 'taken') {
		const { message } = step;
		return `${(message.role === 'user' && message.person?.name) || 'Somebody'}**\n\n${message.text}`;
	}
	if (step.type === 'model' && step.message.text !== '') return `Threadsmith**\n\n${step.message.text}`;
	if (step.type === 'tool-started') return `${step.tool}** ${step.title}`;
	return undefined;
}
