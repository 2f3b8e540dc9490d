import { type Clock, quietClock } from '../base/clock.ts';
import type { Accept, EraseInbound, Inbound, WordInbound } from '../chat/inbound.ts';
import type { Question } from '../chat/question.ts';
import type { Thread } from '../chat/thread.ts';
import { askAdmins } from './dispatch/asking/ask-admins.ts';
import { expireQuestions } from './dispatch/asking/expiry.ts';
import type { DispatchDeps } from './dispatch/deps.ts';
import { isToUs } from './dispatch/inbox/as-heard.ts';
import { handleAtOnce } from './dispatch/inbox/at-once.ts';
import { recoverLost } from './dispatch/inbox/recover-lost.ts';
import { sessionFor } from './dispatch/inbox/session-for.ts';
import { createReviews } from './dispatch/reviewing/reviews.ts';
import { denialOf } from './dispatch/rights.ts';
import { keepWord, ownWord, wordOf } from './dispatch/showing/say.ts';
import { createOutages } from './dispatch/trouble/outages.ts';
import { tellFailure } from './dispatch/trouble/tell-failure.ts';
import { watchPlatforms } from './dispatch/trouble/watch-platforms.ts';
import { createInThread } from './dispatch/work/in-thread.ts';
import { type Pacing, usualPacing } from './dispatch/work/pacing.ts';
import { createResting, restAll } from './dispatch/work/resting.ts';
import { createSchedule } from './dispatch/work/schedule.ts';
import { createSlots } from './dispatch/work/slots.ts';
import { createThisProcess } from './dispatch/work/this-process.ts';
import { createTooEarly } from './dispatch/work/too-early.ts';
import { workSession } from './dispatch/work/work-session.ts';
import { createWorkers } from './dispatch/work/workers.ts';
import type { TellNews } from './repo/watch/tell-news.ts';

/**
 * Brings what comes in to the agent: stored, in order, one turn a session at a time. What could not be done is tried again until it is.
 * Disposing leaves running turns open, to go on at the next start.
 */
export interface Dispatch extends AsyncDisposable {
	readonly accept: Accept;
	/** Has all that a session keeps erased; resolves when that is sure to happen, also after a crash. */
	erase(session: string, order: EraseInbound): Promise<void>;
	/** Goes on with everything that an earlier process left, and from then on with whatever is due. */
	recover(): Promise<void>;
	/** A place that was gone is there again, as are those whose threads begin like it: `PlaceGoneError.place`. */
	comesBack(place: string): void;
	/** Resolves when nothing is being worked on or said, or waits only for its turn. */
	settled(): Promise<void>;
}

export interface DispatchOptions
	extends Omit<
		DispatchDeps,
		'onParked' | 'accept' | 'wake' | 'making' | 'inThread' | 'self' | 'tooEarly' | 'atOnce' | 'resting'
	> {
	/** Default: the machine's. */
	readonly clock?: Clock;
	/** Differences to the usual. */
	readonly pacing?: Partial<Pacing>;
	/** Default: `Math.random`. */
	readonly random?: () => number;
}

export function createDispatch(options: DispatchOptions): Dispatch {
	const { clock = quietClock, random = Math.random, ...parts } = options;
	const { store, running, troubles, log } = parts;
	const pacing = { ...usualPacing, ...options.pacing };
	const timing = { clock, pacing, random, log };
	const outages = createOutages({
		...timing,
		platforms: parts.platforms,
		onBack: (back) => schedule.hasten(({ trouble }) => trouble.kind === 'away' && trouble.platform === back),
	});
	const deps: DispatchDeps = {
		...parts,
		platforms: watchPlatforms(parts.platforms, outages),
		accept,
		making: new Set(),
		inThread: createInThread(),
		self: createThisProcess(),
		tooEarly: createTooEarly(),
		atOnce: (inbound, session) => handleAtOnce(inbound, session, deps),
		wake: (session) => workers.wake(session),
		resting: createResting({ clock, goOn: (session) => slots.put(session), log }),
		onParked,
	};
	const workers = createWorkers((session, signal) => workSession(session, deps, signal), {
		onDone: (session) => {
			deps.tooEarly.forget(session);
			return schedule.rested(session);
		},
		onError: failed,
	});
	const slots = createSlots(workers, clock, pacing);
	const expire = (session: string, now: number) => expireQuestions(session, now, { store, hand });
	const reviews = createReviews({
		watches: parts.repos,
		due: store.due,
		troubles,
		tell: (session) => async (words) => noteSaid(await keepWord(session, newsOf(words), deps)),
		log,
	});
	const schedule = createSchedule({
		...timing,
		due: store.due,
		workers,
		slots,
		troubles,
		expire,
		review: reviews.look,
	});

	/** Words that are being said beside the work of sessions: whoever has sent something does not wait for them. None rejects. */
	const saying = new Set<Promise<void>>();

	function noteSaid({ said }: { readonly said: Promise<void> }): void {
		saying.add(said);
		void said.finally(() => saying.delete(said));
	}

	async function onParked(question: Question): Promise<void> {
		await schedule.by(question.session, 'question', Date.parse(question.until));
		if (question.policy === 'first-directly') await askAdmins(question, deps);
	}

	async function failed(session: string, error: unknown): Promise<void> {
		const unfinished = await schedule.failed(session, error);
		const { trouble } = unfinished;
		if (trouble.kind === 'away') await probe(session, trouble.platform);
		await tellFailure(unfinished, error, deps);
	}

	/** The platform is probed where something of the session's is to be shown. */
	async function probe(session: string, platform: string): Promise<void> {
		const threads = await threadsOf(session, deps).catch(() => []);
		const thread = threads.find((one) => one.platform === platform);
		if (thread) outages.away(thread);
	}

	let lostRecovered: Promise<void> | undefined;
	/** Once, and before anything is taken in: a first message must not hide what a lost store has forgotten. */
	async function recoverLostOnce(): Promise<void> {
		lostRecovered ??= recoverLost(deps, clock.now());
		await lostRecovered.catch((error: unknown) => {
			lostRecovered = undefined;
			throw error;
		});
	}

	async function accept(inbound: Inbound): ReturnType<Accept> {
		await recoverLostOnce();
		const denial = denialOf(inbound, deps);
		if (denial !== undefined) {
			if (isToUs(inbound)) noteSaid(await deny(inbound, denial, deps));
			return 'denied';
		}
		// A thread goes on in another session between two inbounds, never in the middle of one.
		const { session, answer } = await deps.inThread(inbound.thread, async () => {
			const bound = await sessionFor(inbound, deps);
			return { session: bound, answer: await store.inbox.add(bound, inbound) };
		});
		if (answer === 'stored') onStored(session, inbound);
		return answer;
	}

	async function hand(session: string, inbound: Inbound): Promise<'stored' | 'seen'> {
		const answer = await store.inbox.add(session, inbound);
		if (answer === 'stored') onStored(session, inbound);
		return answer;
	}

	function onStored(session: string, inbound: Inbound): void {
		deps.self.stored(inbound.key);
		// Anything that comes in brings a session back that was parked.
		if (troubles.of(session)?.at === undefined) troubles.clear(session);
		void arrive(session, inbound).catch((error: unknown) => {
			log.warn('What came in could not be handled at once', { session, err: error });
			workers.wake(session);
		});
	}

	async function arrive(session: string, inbound: Inbound): Promise<void> {
		const busy = running.sessionOf(session);
		if (!busy) deps.tooEarly.add(session, inbound.key);
		if (!busy || !(await deps.atOnce(inbound, busy))) workers.wake(session);
	}

	return {
		accept,
		erase: async (session, order) => void (await hand(session, order)),
		recover: async () => {
			await recoverLostOnce();
			for (const session of await store.inbox.sessions()) slots.put(session);
			await schedule.start();
		},
		comesBack: (place) =>
			schedule.hasten(({ trouble }) => trouble.kind === 'gone' && `${trouble.place}-`.startsWith(`${place}-`)),
		settled: async () => {
			await slots.settled();
			await Promise.all(saying);
			await workers.settled();
		},
		[Symbol.asyncDispose]: async () => {
			schedule[Symbol.dispose]();
			outages[Symbol.dispose]();
			await reviews[Symbol.asyncDispose]();
			await workers[Symbol.asyncDispose]();
			await restAll(deps.resting.left(), deps);
			deps.resting[Symbol.dispose]();
		},
	};
}

/** Where a session goes on, and where something came in that waits. */
async function threadsOf(session: string, { store }: DispatchDeps): Promise<readonly Thread[]> {
	const waiting = await store.inbox.waiting(session);
	return [...waiting.map(({ thread }) => thread), ...(await store.bindings.threadsOf(session))];
}

/** News of a pull request as words: in no turn, and to nobody in particular. */
function newsOf(words: Parameters<TellNews>[0]): WordInbound {
	return ownWord({ ...words, answers: words.turn });
}

/** Says no to somebody, for their eyes only, once in each thread. Nothing of what they sent is kept. Rejects when the words cannot be kept. */
async function deny(inbound: Inbound, text: string, deps: DispatchDeps): ReturnType<typeof keepWord> {
	const { thread, person } = inbound;
	deps.log.info('Somebody was not let in', {
		person: person.id,
		place: deps.places.conversationOf(thread).place,
		inbound: inbound.type,
	});
	const session = (await deps.store.bindings.sessionOf(thread)) ?? deps.places.sessionIdOf(thread);
	const once = `denied-${thread.id}-${person.id}-${inbound.type === 'message' ? 'message' : inbound.key}`;
	const word = wordOf(inbound, { text, to: person, once });
	// Whoever has sent it does not wait until that is said.
	return await keepWord(session, word, deps);
}
