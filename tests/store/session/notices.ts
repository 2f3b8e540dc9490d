import { writeAtomically } from '../../../src/store/files/write-atomically.ts';
import type { JournalEntry, Step } from '../../../src/store/journal.ts';
import { openJournalFile } from '../../../src/store/session/journal-file.ts';
import type { Journal } from '../../../src/store/store.ts';

export type JournalFile = Journal & AsyncDisposable;

/** A journal that closes parts however small they are. */
export function openJournal(path: string, replace = writeAtomically): JournalFile {
	return openJournalFile({ path, session: 's', now: Date.now, least: 0, replace });
}

/** A step that is nothing but its text. */
export function notice(text: string): Step {
	return { type: 'notice', turn: 't1', text };
}

export function textOf({ step }: JournalEntry): string {
	return step.type === 'notice' ? step.text : step.type;
}

export async function textsOf(journal: Pick<Journal, 'after'>, seq = 0): Promise<readonly string[]> {
	return (await journal.after(seq)).map(textOf);
}
