import type { Person } from '../../chat/thread.ts';
import type { Message } from '../../store/journal.ts';
import { ownWords } from '../session/own-words.ts';
import { oneLine } from '../session/said-lines.ts';

/**
 * Where the sentences of a text stand word for word in the conversation: nowhere, or only with whoever asks; in a file, or what a tool has
 * answered; among the words of others, of whom one may be known.
 */
export type Words =
	| { readonly kind: 'own' }
	| { readonly kind: 'read' }
	| { readonly kind: 'others'; readonly person: Person | undefined };

/** Characters of the conversation that are looked through, the newest first. */
const mostRead = 4_000_000;
/** Shorter sentences stand anywhere by chance. */
const longEnough = 16;

/** Whose words a text is, for somebody who asks. It takes as long as the text and the conversation are. Pure. */
export function whoseWords(text: string, messages: readonly Message[], isAsking: (person: Person) => boolean): Words {
	const sentences = sentencesOf(text);
	const said = piecesOf(messages, isAsking);
	const foreign = sentences.filter((sentence) => !said.own.some((piece) => piece.includes(sentence)));
	const holds = (pieces: readonly string[]) => foreign.some((one) => pieces.some((piece) => piece.includes(one)));
	if (holds(said.read)) return { kind: 'read' };
	const other = said.others.find(({ words }) => holds([words]));
	return other ? { kind: 'others', person: other.person } : { kind: 'own' };
}

function sentencesOf(text: string): readonly string[] {
	const sentences = text.split(/[.!?;\n]+/).map(plain);
	const long = sentences.filter((one) => one.length >= longEnough);
	return long.length > 0 ? long : [plain(text)].filter((one) => one !== '');
}

/** With a space on each side, so that no word is found within another. */
function plain(text: string): string {
	const words =
		text
			.normalize('NFKC')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

interface Pieces {
	readonly own: string[];
	readonly read: string[];
	readonly others: { readonly words: string; readonly person: Person | undefined }[];
}

function piecesOf(messages: readonly Message[], isAsking: (person: Person) => boolean): Pieces {
	const pieces: Pieces = { own: [], read: [], others: [] };
	const names = namesOf(messages);
	const asking = new Set<string>();
	let left = mostRead;
	for (const message of messages.toReversed()) {
		if (left <= 0) break;
		left -= message.text.length;
		if (message.role === 'user') addSaid(message, isAsking, { pieces, asking });
		if (message.role === 'tool') addResult(message, names.get(message.callId), { pieces, asking });
	}
	return pieces;
}

interface Gathering {
	readonly pieces: Pieces;
	/** Names of whoever asks. */
	readonly asking: Set<string>;
}

function addSaid(
	{ text, person }: Extract<Message, { role: 'user' }>,
	isAsking: (person: Person) => boolean,
	{ pieces, asking }: Gathering,
): void {
	const words = ownWords(text);
	const isOwn = person !== undefined && isAsking(person);
	if (isOwn) asking.add(oneLine(person.name));
	if (isOwn) pieces.own.push(plain(words));
	else pieces.others.push({ words: plain(words), person });
	// Lines of ours around it tell of files, and of who spoke before.
	if (text.length > words.length) pieces.read.push(plain(text.replace(words, '')));
}

/** Answers of people are theirs; memories are looked up nowhere. */
function addResult(
	{ text }: Extract<Message, { role: 'tool' }>,
	tool: string | undefined,
	{ pieces, asking }: Gathering,
): void {
	if (tool === 'recall' || tool === 'remember') return;
	const [, name = ''] = tool === 'ask_user' ? (/^(.{1,200}?) answered: /.exec(text) ?? []) : [];
	if (name === '') pieces.read.push(plain(text));
	else if (asking.has(name)) pieces.own.push(plain(text));
	else pieces.others.push({ words: plain(text), person: undefined });
}

function namesOf(messages: readonly Message[]): ReadonlyMap<string, string> {
	return new Map(
		messages.flatMap((message) =>
			message.role === 'assistant' ? message.calls.map(({ id, name }) => [id, name] as const) : [],
		),
	);
}
