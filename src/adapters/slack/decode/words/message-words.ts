import type { FileRef } from '../../../../chat/inbound.ts';
import { fileRefOf } from '../../files/file-refs.ts';
import { attachmentOf, type SharedFiles } from './attachments.ts';
import { blockWords } from './blocks.ts';
import { fileRefs, fileWords } from './file-words.ts';
import { named } from './pictures.ts';
import { beginReading, lines, type Node, nodeIn, nodesOf, plainField, type Reading, takeSome } from './reading.ts';
import { bodyWords } from './together.ts';

/** All that a message holds, its words in Slack's form. */
export interface MessageWords {
	/** Its author's own. */
	readonly own: string;
	/** Those that came with it: another's message, a preview, a table. Nobody is named in them. */
	readonly along: string;
	readonly files: readonly FileRef[];
	readonly shared: readonly SharedFiles[];
}

/** The parts of a message that hold something; each is looked at before it is believed. */
interface Held {
	readonly ts?: string;
	readonly edited?: { readonly ts: string } | null | undefined;
	readonly text?: string | null | undefined;
	readonly blocks?: unknown;
	readonly attachments?: unknown;
	readonly files?: unknown;
	readonly x_files?: unknown;
	readonly room?: unknown;
}

/** Longer than any message that Slack takes from people: https://docs.slack.dev/changelog/2018-truncating-really-long-messages (40,000). */
const mostCharacters = 100_000;

/** Reads a message. Linear in its size, and bounded. */
export function readMessage(message: Held, team: string): MessageWords {
	const reading = beginReading(team, `${message.ts ?? ''}-${message.edited?.ts ?? ''}`);
	// First, so that no number of other parts leaves them behind.
	const files = [...fileRefs(message.files, reading), ...lateFiles(message, reading)];
	const own = ownWords(message, reading);
	const attached = nodesOf(message.attachments, reading).map((one) => attachmentOf(one, reading));
	const along = [
		...attached.map(({ words }) => words),
		fileWords(message.files, reading),
		huddleOf(nodeIn(message.room)),
		reading.left > 0 ? '' : '(this message holds more parts than are read)',
	];
	return {
		own: cut(own),
		along: cut(along.filter(Boolean).join('\n\n')),
		files: [...files, ...reading.files],
		shared: attached.flatMap(({ shared }) => shared ?? []),
	};
}

/** The author's own words alone. */
export function ownWordsOf(message: Held, team: string): string {
	return cut(ownWords(message, beginReading(team)));
}

/** Own words, and those that came along. Pure. */
export function allWords({ own, along }: Pick<MessageWords, 'own' | 'along'>): string {
	return [own, along].filter((words) => words.trim() !== '').join('\n\n');
}

/** People's words come as text and as rich text, which tells the same. */
function ownWords({ text, blocks }: Held, reading: Reading): string {
	const some = nodesOf(blocks, reading);
	const words = text ?? '';
	if (words.trim() !== '' && some.every(({ type }) => type === 'rich_text')) return words;
	return bodyWords(words, blockWords(some, reading));
}

/** Files that Slack has not told of yet. */
function lateFiles({ files, x_files: ids }: Held, reading: Reading): FileRef[] {
	const known = new Set(nodesOf(files, reading).map(({ id }) => id));
	return takeSome(ids, reading).flatMap((id) =>
		typeof id === 'string' && !known.has(id) ? (fileRefOf(reading.team, { id }) ?? []) : [],
	);
}

function huddleOf(room: Node | undefined): string {
	return room ? named('a huddle, which I cannot hear', [plainField(room, 'name')]) : '';
}

function cut(text: string): string {
	if (text.length <= mostCharacters) return text;
	const left = text.length - mostCharacters;
	return lines(text.slice(0, mostCharacters).toWellFormed(), `(${left} more characters of this are left out)`);
}
