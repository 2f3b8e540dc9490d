import { userMessage } from '../../base/errors.ts';
import type { CommandInbound, EraseInbound, MessageInbound } from '../../chat/inbound.ts';
import type { Right } from '../../chat/people.ts';
import type { Thread } from '../../chat/thread.ts';
import type { SessionFolder } from '../../store/store.ts';
import { readArguments } from '../commands/syntax/read-arguments.ts';
import { paidFrom } from '../model/cost/purse.ts';
import type { Session } from '../session/session.ts';
import { isLeaving } from '../turn/stop.ts';
import { askByCommand, questionName } from './asking/ask-by-command.ts';
import type { DispatchDeps } from './deps.ts';
import { orderToErase } from './erasing/order-to-erase.ts';
import { wordsKey } from './inbox/words-of.ts';
import { hasRight } from './rights.ts';
import { say, sayMade, type Word, wordOf } from './showing/say.ts';

interface CommandPlace {
	readonly folder: SessionFolder;
	/** There when it runs in order. */
	readonly session?: Session;
	/** There for one that may take long. */
	readonly signal?: AbortSignal;
}

/**
 * Does a command, once, and says what came of it; a failure is said, not thrown. That it was begun is kept before it is done, and its words
 * before they are said: one that a crash cut off is not done again, but for those that come to the same.
 */
export async function runCommand(inbound: CommandInbound, at: CommandPlace, deps: DispatchDeps): Promise<void> {
	const id = at.folder.id;
	const asked = await askedFor(inbound, at, deps);
	if ('text' in asked) return await say(id, inbound, asked, deps);
	const word = wordOf(inbound, { text: cutOffText(inbound, deps) });
	// Somebody else does it now: at once, while its turn in the order has come.
	if (deps.making.has(word.key)) return;
	deps.making.add(word.key);
	try {
		if ((await deps.store.inbox.add(id, word)) === 'seen' && !asked.again) return;
		let next: string | undefined;
		const goOnIn = (session: string) => {
			next = session;
		};
		const text = await paidBy(inbound, id, () => asked.run(goOnIn), deps).catch((error: unknown) => {
			// Whoever finds it begun tells that it was cut off.
			if (at.signal && isLeaving(at.signal)) throw error;
			deps.log.warn('Command failed', { session: id, command: inbound.name, err: error });
			return userMessage(error);
		});
		await deps.store.inbox.amend(id, word.key, text === '' ? undefined : text);
		if (text !== '') await sayMade(id, { ...word, text }, deps);
		if (next !== undefined && at.session) await goOn(inbound, at.session, next, deps);
	} finally {
		deps.making.delete(word.key);
	}
}

/** Does what a command asks of models at the expense of whoever gave it. */
function paidBy<T>(
	{ thread, person }: CommandInbound,
	session: string,
	work: () => Promise<T>,
	{ budgets }: DispatchDeps,
): Promise<T> {
	return budgets
		? paidFrom(
				budgets.purseOf(() => ({ session, thread, person })),
				work,
			)
		: work();
}

function cutOffText({ name, thread }: CommandInbound, { spell }: DispatchDeps): string {
	const spelt = spell(name, thread);
	return `${spelt} was cut off: see with ${spell('status', thread)} what became of it before you give it again.`;
}

/** The thread goes on in another session, with what was said in it after the command. */
async function goOn(command: CommandInbound, session: Session, next: string, deps: DispatchDeps): Promise<void> {
	await deps.inThread(command.thread, () =>
		deps.store.bindings.rebind(session.lease, command, next, [...session.history().taken]),
	);
	deps.wake(next);
}

/** A command that may be done. */
interface Asked {
	readonly again: boolean;
	readonly run: (goOnIn: (session: string) => void) => Promise<string>;
}

/** Why it is not done, or what does it. */
async function askedFor(
	inbound: CommandInbound,
	{ folder, session, signal = new AbortController().signal }: CommandPlace,
	deps: DispatchDeps,
): Promise<Word | Asked> {
	const { name, thread, person, audience } = inbound;
	const spell = (usage: string) => deps.spell(usage, thread);
	const command = deps.commands.find((one) => one.name === name);
	if (!command) return { text: `There is no command "${name}". ${spell('help')} lists them.`, to: person };
	const reading = readArguments(command, inbound.args);
	if (reading.kind === 'wrong') return { text: `${spell(reading.usage)}: ${reading.why}`, to: person };
	const { action, values } = reading;
	if (!(await hasRight(action.right, inbound, folder, deps)))
		return {
			text: `${spell(name)} is for ${whoMay[action.right]}${noneHere(action.right, thread, deps)}.`,
			to: person,
		};
	const scene = { thread, person, audience, id: folder.id, folder, session, signal };
	return {
		again: action.again === true,
		run: async (goOnIn) =>
			await action.run(values, {
				...scene,
				spell,
				goOnIn,
				key: inbound.key,
				questionId: `${scene.id}/${questionName(inbound)}`,
				ask: (question) => askByCommand(inbound, folder, question, deps),
				erase: (session, what) => eraseIn(session, orderToErase(thread, what), deps),
				steer: (text) => handIn(inbound, { text, steers: true }, deps),
				say: (text) => handIn(inbound, { text }, deps),
			}),
	};
}

async function eraseIn(session: string, order: EraseInbound, { store, wake }: DispatchDeps): Promise<string> {
	await store.inbox.add(session, order);
	wake(session);
	return order.key;
}

/** The words of a command, as a message of its person. */
async function handIn(
	{ thread, person, at, key, audience }: CommandInbound,
	words: Pick<MessageInbound, 'text' | 'steers'>,
	{ accept }: DispatchDeps,
): Promise<void> {
	const common = { key: wordsKey(key), thread, person, at, ...(audience && { audience }) };
	await accept({ ...common, type: 'message', files: [], ...words });
}

/** An admin of somewhere else is told where they are one. */
function noneHere(right: Right, thread: Thread, { places }: DispatchDeps): string {
	const conversation = places.conversationOf(thread);
	if (right !== 'admin' || conversation.place !== undefined) return '';
	const { called, instead } = conversation.words;
	return `, and ${called} has none: use ${instead}`;
}

const whoMay = {
	guest: 'everyone',
	member: 'members',
	participant: 'those who take part in this session',
	owner: "this session's owner",
	admin: 'admins',
} as const;
