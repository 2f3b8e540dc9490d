import { createHash } from 'node:crypto';
import type { Message, Piece, Step } from '../../../store/journal.ts';
import type { WindowFacts } from '../../../store/window-facts.ts';

/** Steps about the history itself, which come in turns and between them. */
export type Anywhere = Extract<Step, { type: 'compacted' | 'not-compacted' | 'compaction-undone' | 'window' }>;
type Compacted = Extract<Step, { type: 'compacted' }>;

/** The part of a history that changes with it. */
interface Known {
	readonly messages: readonly Message[];
	readonly notes: readonly string[];
	readonly window: WindowFacts;
}

const anywhere: ReadonlySet<string> = new Set<Anywhere['type']>([
	'compacted',
	'not-compacted',
	'compaction-undone',
	'window',
]);

/** Whether a step is about the history alone, and none of the open turn's. Pure. */
export function isOutside(step: Step, open: string | undefined): boolean {
	return anywhere.has(step.type) && !('turn' in step && step.turn !== undefined && step.turn === open);
}

/** The history after a step that is about itself. Pure. */
export function afterCompaction(history: Known, step: Anywhere): Partial<Known> {
	const { messages, window } = history;
	switch (step.type) {
		case 'compacted':
			return { messages: withPieces(messages, step), window: { ...windowAfter(window, step), ...peopleIn(history) } };
		case 'compaction-undone':
			return { messages: spliced(messages, step.covers, step.messages), window: undone(window, step.tokens) };
		case 'not-compacted':
			return { messages: answered(messages, step), window: { ...window, tried: step.tokens } };
		case 'window':
			if (step.told === 'truncated') return { window: { ...window, truncated: true } };
			return { window: { ...window, filling: true, told: true }, notes: [...history.notes, step.text] };
	}
}

/** The messages that a compaction leaves. Pure. */
export function withPieces(
	messages: readonly Message[],
	{ covers, result }: Pick<Compacted, 'covers' | 'result'>,
): readonly Message[] {
	return spliced(
		messages,
		covers,
		result.flatMap((piece) => ofPiece(piece, messages)),
	);
}

function ofPiece(piece: Piece, messages: readonly Message[]): readonly Message[] {
	return 'role' in piece ? [piece] : messages.slice(piece.from, piece.to);
}

function spliced(
	messages: readonly Message[],
	{ from, to }: Compacted['covers'],
	between: readonly Message[],
): readonly Message[] {
	return [...messages.slice(0, from), ...between, ...messages.slice(to)];
}

/** Whoever asked for a summary reads of its call that there is none, and why. */
function answered(
	messages: readonly Message[],
	{ answers }: Extract<Step, { type: 'not-compacted' }>,
): readonly Message[] {
	if (!answers) return messages;
	const { callId, text } = answers;
	return messages.map((one) => (one.role === 'tool' && one.callId === callId ? { ...one, ok: false, text } : one));
}

/** Two tell as well as all that one is not alone. */
const mostPeople = 2;

function peopleIn({ messages, window }: Pick<Known, 'messages' | 'window'>): Pick<WindowFacts, 'people'> {
	const said = messages.flatMap((message) => (message.role === 'user' && message.person ? [message.person.id] : []));
	const people = [...new Set([...(window.people ?? []), ...said.map(markOf)])].slice(0, mostPeople);
	return people.length === 0 ? {} : { people };
}

/** Tells ids apart, and stays when somebody is forgotten: nobody can be found by it. */
export function markOf(id: string): string {
	return createHash('sha256').update(id).digest('hex').slice(0, 8);
}

function windowAfter(window: WindowFacts, { by, tokens }: Compacted): WindowFacts {
	const { counted: _counted, ...left } = window;
	const { told: _told, ...rest } = left;
	const now = { times: window.times + 1, masked: tokens.after };
	return by === 'masked' ? { ...left, ...now } : { ...rest, ...now, tried: tokens.after };
}

/** It is not done again at once. */
function undone({ counted: _counted, ...window }: WindowFacts, tokens: number): WindowFacts {
	return { ...window, times: window.times + 1, masked: tokens, tried: tokens };
}

/** The window where all messages are others. Pure. */
export function anew({ times, filling, truncated }: WindowFacts): WindowFacts {
	return { times, ...(filling && { filling }), ...(truncated && { truncated }) };
}

/** The window after a reply whose request the server has counted: all before the reply. Pure. */
export function countedBy(
	{ messages, window }: Known,
	{ usage }: Extract<Step, { type: 'model' }>,
): { readonly window?: WindowFacts } {
	if (!usage) return {};
	return { window: { ...window, counted: { tokens: usage.inputTokens, at: messages.length } } };
}
