import { randomUUID } from 'node:crypto';
import { messageOf } from '../../errors.ts';
import { formatBytes } from '../../format-bytes.ts';
import type { IncomingFile, Placed } from '../../sandbox/sandbox.ts';
import type { Inbound } from '../../store/inbound.ts';
import { openQuestion } from '../session/history.ts';
import type { Session } from '../session/session.ts';
import { noteMessage } from '../session/session-record.ts';
import { isLeaving } from '../turn/stop.ts';
import type { DispatchDeps } from './deps.ts';

export type MessageInbound = Extract<Inbound, { type: 'message' }>;

/**
 * Takes a message into the history: fetches and places its files, then journals it as the beginning of a turn, or as the answer
 * to whatever an open turn was waiting for. The message keeps waiting in the inbox until its turn has been shown.
 */
export async function takeMessage(
	inbound: MessageInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<void> {
	const { placed, refused } = await placeAll(inbound, session, deps, signal);
	await noteMessage(session.folder, inbound);
	await withdrawQuestion(session, inbound, deps);
	const { open, seq, notes } = session.history();
	const text = messageText(inbound.text, { placed, refused }, notes);
	await session.record({
		turn: open?.id ?? newTurnId(seq + 1),
		type: 'taken',
		keys: [inbound.key],
		thread: inbound.thread,
		message: { role: 'user', text, person: inbound.person },
		placed: placed.map(({ name, size }) => ({ name, size })),
		refused: [...refused],
	});
}

async function placeAll(
	inbound: MessageInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<Placed> {
	if (inbound.files.length === 0) return { placed: [], refused: [] };
	const files = inbound.files.map(
		(file): IncomingFile => ({
			name: file.name,
			...(file.size !== undefined && { size: file.size }),
			open: (inner) => deps.platforms.fetchFile(inbound.thread, file, inner),
		}),
	);
	try {
		return await deps.sandboxes.place(session.folder.paths, files, signal);
	} catch (error) {
		if (isLeaving(signal)) throw error;
		const reason = `could not be taken in: ${messageOf(error)}`;
		return { placed: [], refused: files.map(({ name }) => ({ name, reason })) };
	}
}

/** A message instead of an answer withdraws the question. */
async function withdrawQuestion(session: Session, { person }: MessageInbound, { store }: DispatchDeps): Promise<void> {
	const question = openQuestion(session.history());
	if (!question) return;
	const text = `Not answered: ${person.name} wrote a message instead, which follows.`;
	await session.record({ turn: question.turn, type: 'tool-finished', callId: question.callId, ok: true, text, ms: 0 });
	await store.records.put('question', question.session, question.id, { ...question, state: 'withdrawn' });
}

/** What the Brain reads: notes of what happened meanwhile, the words, and which files came. Pure. */
export function messageText(text: string, { placed, refused }: Placed, notes: readonly string[]): string {
	const came = placed.map((file) => `${file.name} (${formatBytes(file.size)})`).join(', ');
	const lines = [
		...notes.map((note) => `[Note: ${note}]`),
		text,
		...(came === '' ? [] : [`[New files in /inputs: ${came}]`]),
		...refused.map((file) => `[Not taken in: "${file.name}" ${file.reason}]`),
	];
	return lines.filter((line) => line !== '').join('\n');
}

/** Unique in whatever thread the session is in: readable by its number, told apart from other sessions' turns by chance. */
function newTurnId(number: number): string {
	return `t${number}-${randomUUID().slice(0, 8)}`;
}
