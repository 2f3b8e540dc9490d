import type { FileRef } from '../../chat/inbound.ts';
import type { Person } from '../../chat/thread.ts';

/** Each line as one of a quotation: the words are data, whoever wrote them. Pure. */
export function quoted(text: string): string {
	return (text.trim() === '' ? '(no words)' : text).replaceAll(/^/gm, '> ');
}

/** The words for the Brain about a message that somebody wants worked on. Pure. */
export function askToWorkOn(name: string, text: string): string {
	return `Work on this message of ${name}:\n${quoted(text)}`;
}

/**
 * Files of a message that somebody points at, with whoever shared them where that is another: the core decides whether they come along.
 * `sharer` resolves with undefined for a bot; rejects as that does.
 */
export async function withSharer(
	files: readonly FileRef[],
	isOwn: boolean,
	sharer: () => Promise<Person | undefined>,
): Promise<FileRef[]> {
	if (isOwn || files.every(({ ofWords }) => ofWords)) return [...files];
	const by = (await sharer()) ?? null;
	return files.map((file) => ({ ...file, by }));
}
