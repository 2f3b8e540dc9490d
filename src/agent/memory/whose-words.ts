import type { Person } from '../../chat/thread.ts';
import type { Message } from '../../store/journal.ts';
import { ownWords } from '../session/own-words.ts';
import { oneLine } from '../session/said-lines.ts';
import { fromElsewhere, recalledHead, theHistory } from './recalled-head.ts';

/**
 * Where words of a text stand in a row in the conversation: nowhere, or only with whoever asks; in a file, or what a tool has
 * answered; in a fact that a summary has made of what anybody may have said, or a file; among the words of others, of whom one may be known.
 */
export type Words =
	| { readonly kind: 'own' }
	| { readonly kind: 'read' | 'history' }
	| { readonly kind: 'others'; readonly person: Person | undefined };

/** Characters of the conversation that are looked through, the newest first. */
const mostRead = 4_000_000;
/** So many words in a row stand nowhere else by chance; of a text with fewer all of them, where they have so many letters. */
const wordsInARow = 6;
const longEnough = 16;

/** Whose words a text is, for somebody who asks. It takes as long as the text and the conversation are. Pure. */
export function whoseWords(text: string, messages: readonly Message[], isAsking: (person: Person) => boolean): Words {
	const words = wordsOf(text);
	if (words.join(' ').length < longEnough) return { kind: 'own' };
	const said = piecesOf(messages, isAsking);
	const own = new Set(said.own.flatMap((piece) => sharedRuns(piece, words)));
	const isForeign = (piece: string) => sharedRuns(piece, words).some((run) => !own.has(run));
	if (said.read.some(isForeign)) return { kind: 'read' };
	if (said.history.some(isForeign)) return { kind: 'history' };
	const other = said.others.find((one) => isForeign(one.text));
	return other ? { kind: 'others', person: other.person } : { kind: 'own' };
}

/** The runs of words of a text that stand in another one, too. */
function sharedRuns(piece: string, words: readonly string[]): readonly string[] {
	const count = Math.min(wordsInARow, words.length);
	const runs = new Set(runsOf(words, count, () => true));
	const starts = new Set(words);
	return runsOf(wordsOf(piece), count, (first) => starts.has(first)).filter((run) => runs.has(run));
}

function runsOf(words: readonly string[], count: number, isWanted: (first: string) => boolean): string[] {
	return words.flatMap((word, at) =>
		at + count <= words.length && isWanted(word) ? [words.slice(at, at + count).join(' ')] : [],
	);
}

function wordsOf(text: string): readonly string[] {
	return (
		text
			.normalize('NFKC')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

interface Pieces {
	readonly own: string[];
	readonly read: string[];
	readonly history: string[];
	readonly others: { readonly text: string; readonly person: Person | undefined }[];
}

function piecesOf(messages: readonly Message[], isAsking: (person: Person) => boolean): Pieces {
	const pieces: Pieces = { own: [], read: [], history: [], others: [] };
	const names = namesOf(messages);
	const people = messages.flatMap((message) => (message.role === 'user' && message.person ? [message.person] : []));
	const asking = new Set(people.filter(isAsking).map(({ name }) => oneLine(name)));
	let left = mostRead;
	for (const message of messages.toReversed()) {
		if (left <= 0) break;
		left -= message.text.length;
		if (message.role === 'user') addSaid(message, isAsking, pieces);
		if (message.role === 'tool') addResult(message, names.get(message.callId), { pieces, asking });
	}
	return pieces;
}

interface Gathering {
	readonly pieces: Pieces;
	/** Names of whoever asks. */
	readonly asking: ReadonlySet<string>;
}

function addSaid(
	{ text, person }: Extract<Message, { role: 'user' }>,
	isAsking: (person: Person) => boolean,
	pieces: Pieces,
): void {
	const words = ownWords(text);
	if (person !== undefined && isAsking(person)) pieces.own.push(words);
	else pieces.others.push({ text: words, person });
	// Lines of ours around it tell of files, and of who spoke before.
	if (text.length > words.length) pieces.read.push(text.replace(words, ''));
}

/** Answers of people are theirs; of memories only those count that were read somewhere, or made of the history. */
function addResult(
	{ text }: Extract<Message, { role: 'tool' }>,
	tool: string | undefined,
	{ pieces, asking }: Gathering,
): void {
	if (tool === 'remember') return;
	if (tool === 'recall') {
		pieces.read.push(...memoriesIn(text, fromElsewhere));
		return void pieces.history.push(...memoriesIn(text, `from ${theHistory}`));
	}
	const [, name = ''] = tool === 'ask_user' ? (/^(.{1,200}?) answered: /.exec(text) ?? []) : [];
	if (name === '') pieces.read.push(text);
	else if (asking.has(name)) pieces.own.push(text);
	else pieces.others.push({ text, person: undefined });
}

/** The memories that recall has answered and that were from there, with all that stands behind them up to the next one. */
function memoriesIn(text: string, wanted: string): readonly string[] {
	let isWanted = false;
	return text.split(/\n\n(?=\[)/).filter((block) => {
		const [, from] = recalledHead.exec(block) ?? [];
		isWanted = from === undefined ? isWanted : from === wanted;
		return isWanted;
	});
}

function namesOf(messages: readonly Message[]): ReadonlyMap<string, string> {
	return new Map(
		messages.flatMap((message) =>
			message.role === 'assistant' ? message.calls.map(({ id, name }) => [id, name] as const) : [],
		),
	);
}
