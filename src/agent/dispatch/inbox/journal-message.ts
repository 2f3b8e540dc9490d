import { randomUUID } from 'node:crypto';
import { userMessage } from '../../../base/errors.ts';
import { timeIn } from '../../../base/text/time-zone.ts';
import type { MessageInbound } from '../../../chat/inbound.ts';
import { type Earlier, nothingEarlier } from '../../../chat/past.ts';
import type { Placed } from '../../../sandbox/sandbox.ts';
import type { Picture } from '../../../store/journal.ts';
import { scriptReminder } from '../../forge/script/script-reminder.ts';
import { withdrawnText } from '../../session/asking-words.ts';
import { zoneOf } from '../../session/choices/preferences.ts';
import { withdrawAll } from '../../session/end-parked.ts';
import type { Session } from '../../session/session.ts';
import { noteMessage } from '../../session/session-record.ts';
import { isLeaving, isStopped } from '../../turn/stop.ts';
import type { DispatchDeps } from '../deps.ts';
import { earlierFiles, sortFiles } from './file-rights.ts';
import { type LookedInto, lookIntoFiles } from './look-into-files.ts';
import { messageText } from './message-text.ts';
import { takeFiles } from './take-files.ts';
import { mindThere, toolsThere } from './tools-there.ts';
import { type TakingAt, whenToBeHad } from './when-to-be-had.ts';

/**
 * Takes a message into the history: fetches and places its files, then journals it as the beginning of a turn, as what steers one, or
 * after the question that an open turn was waiting with. The message keeps waiting in the inbox until its turn has been shown.
 */
export async function journalMessage(
	inbound: MessageInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<void> {
	// Before anything is fetched: meanwhile it is to be known whose session it is.
	await noteMessage(session.folder, inbound, deps.places);
	const at = { thread: inbound.thread, session: session.id, signal };
	const earlier = await earlierIn(inbound, at, deps);
	const files = sortFiles([...inbound.files, ...earlierFiles(earlier.words)], inbound.thread, deps);
	const taken = await takeFiles(files.allowed, at, deps);
	const looked = isStopped(signal) ? nothing : await lookOrStop(taken.placed, session, deps, signal);
	const placed = [...taken.placed, ...looked.placed];
	const refused = [...taken.refused, ...files.refused, ...earlier.refused];
	// It comes instead of an answer.
	await withdrawAll(withdrawnText(inbound.person.name), session, deps.store.records);
	const { open, seq, notes, messages } = session.history();
	const reminder = open === undefined ? scriptReminder(messages, inbound.text) : undefined;
	const isAlone = deps.places.platformOf(inbound.person.id)?.people === 'host';
	const time = await timeOf(inbound, deps);
	const tools = await toolsThere(session, inbound.thread, deps);
	const mind = await mindThere(session, inbound, deps);
	const surroundings = {
		notes: reminder === undefined ? notes : [...notes, reminder],
		earlier: earlier.words,
		isAlone,
		time,
		aside: inbound.aside,
		tools,
		mind: mind.lines,
		facts: looked.facts,
	};
	const text = messageText(inbound, { placed, refused }, surroundings);
	await session.record({
		turn: open?.id ?? newTurnId(seq + 1),
		type: 'taken',
		keys: [inbound.key, ...(inbound.parts ?? [])],
		thread: inbound.thread,
		message: { ...{ role: 'user', text, person: inbound.person }, ...picturesOf(looked) },
		placed: placed.map(({ name, size }) => ({ name, size })),
		refused: [
			...refused,
			...mind.unread.map(({ name }) => ({ name, reason: 'cannot be read now: an operator finds why in the log' })),
		],
		...(inbound.aside && { aside: inbound.aside }),
		...(mind.instructions.length > 0 && { instructions: [...mind.instructions] }),
	});
}

/** Of a message that waited longer the Brain is told both times. */
const longestNowMs = 10 * 60_000;

async function timeOf({ person, at }: MessageInbound, { store, places, usual }: DispatchDeps): Promise<string> {
	const zone = await zoneOf(person, usual, { records: store.records, places });
	const said = timeIn(zone, new Date(at));
	const isLate = Date.now() - Date.parse(at) > longestNowMs;
	return isLate ? `${said}; it is read on ${timeIn(zone, new Date())}` : said;
}

const nothing: LookedInto = { placed: [], pictures: [], facts: [] };

function picturesOf({ pictures }: LookedInto): { readonly pictures?: Picture[] } {
	return pictures.length === 0 ? {} : { pictures: [...pictures] };
}

/** A stop ends the looking, and the message is journaled all the same. */
async function lookOrStop(
	placed: Placed['placed'],
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<LookedInto> {
	try {
		return await lookIntoFiles(placed, session, deps, signal);
	} catch (error) {
		if (isStopped(signal)) return nothing;
		throw error;
	}
}

interface EarlierWords {
	readonly words: Earlier;
	readonly refused: Placed['refused'];
}

/** The messages from before the thread became ours. That its platform cannot give them is named, like a file that cannot be had. */
async function earlierIn(
	message: MessageInbound,
	at: TakingAt,
	deps: DispatchDeps,
	isSecond = false,
): Promise<EarlierWords> {
	const { withEarlier, thread, key } = message;
	const { signal } = at;
	if (!withEarlier || isStopped(signal)) return { words: nothingEarlier, refused: [] };
	try {
		return { words: await deps.platforms.intake.past.earlier(thread, key, signal), refused: [] };
	} catch (error) {
		if (isLeaving(signal)) throw error;
		if (isStopped(signal)) return { words: nothingEarlier, refused: [] };
		const when = await whenToBeHad(error, { ...at, isSecond }, deps);
		if (when === 'now') return await earlierIn(message, at, deps, true);
		if (when === 'later') throw error;
		const reason = `could not be read: ${userMessage(error)}`;
		return { words: nothingEarlier, refused: [{ name: 'earlier messages of this thread', reason }] };
	}
}

/** Unique in whatever thread the session is in: readable by its number, told apart from other sessions' turns by chance. */
function newTurnId(number: number): string {
	return `t${number}-${randomUUID().slice(0, 8)}`;
}
