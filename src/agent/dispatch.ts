import { firstOf, userMessage } from '../errors.ts';
import type { Accept, Inbound, Thread } from '../store/inbound.ts';
import { placeOf } from '../store/place.ts';
import type { Question } from '../store/question.ts';
import { sessionIdOf } from '../store/session-id.ts';
import { askAdmins } from './dispatch/ask-admins.ts';
import { handleAtOnce } from './dispatch/at-once.ts';
import type { DispatchDeps } from './dispatch/deps.ts';
import { createExpiry } from './dispatch/expiry.ts';
import { createInThread } from './dispatch/in-thread.ts';
import { BrokenTurnError } from './dispatch/present.ts';
import { denialOf } from './dispatch/rights.ts';
import { say } from './dispatch/say.ts';
import { sessionFor } from './dispatch/session-for.ts';
import { createThisProcess } from './dispatch/this-process.ts';
import { workSession } from './dispatch/work-session.ts';
import { createWorkers } from './dispatch/workers.ts';

/** Brings what comes in to the agent: stored, in order, one turn a session at a time. Disposing leaves running turns open, to go on at the next start. */
export interface Dispatch extends AsyncDisposable {
	readonly accept: Accept;
	/** Goes on with everything that an earlier process left. */
	recover(): Promise<void>;
	/** Resolves when nothing is being worked on. */
	settled(): Promise<void>;
}

export function createDispatch(
	parts: Omit<DispatchDeps, 'onParked' | 'accept' | 'wake' | 'inThread' | 'self'>,
): Dispatch {
	const { store, running, log } = parts;
	const expiry = createExpiry(accept, (error) => log.error('Question could not expire', { err: error }));
	const deps: DispatchDeps = {
		...parts,
		accept,
		wake: (session) => workers.wake(session),
		inThread: createInThread(),
		self: createThisProcess(),
		onParked,
	};

	async function onParked(question: Question, thread: Thread): Promise<void> {
		expiry.watch(question, thread);
		if (question.directly) await askAdmins(question, deps);
	}
	const workers = createWorkers(
		(session, signal) => workSession(session, deps, signal),
		(session, error) => void explain(session, error, deps),
	);

	async function accept(inbound: Inbound): ReturnType<Accept> {
		const denial = denialOf(inbound, deps);
		if (denial !== undefined) {
			void deny(inbound, denial, deps).catch((error: unknown) => log.warn('Denial cannot be shown', { err: error }));
			return 'denied';
		}
		// A thread goes on in another session between two inbounds, never in the middle of one.
		const { session, answer } = await deps.inThread(inbound.thread, async () => {
			const bound = await sessionFor(inbound, deps);
			return { session: bound, answer: await store.inbox.add(bound, inbound) };
		});
		if (answer === 'seen') return answer;
		deps.self.tookIn(inbound.key);
		void arrive(session, inbound).catch((error: unknown) => explain(session, error, deps));
		return answer;
	}

	async function arrive(session: string, inbound: Inbound): Promise<void> {
		const busy = running.sessionOf(session);
		if (!busy || !(await handleAtOnce(inbound, busy, deps))) workers.wake(session);
	}

	return {
		accept,
		recover: async () => {
			for (const session of await store.inbox.sessions()) workers.wake(session);
		},
		settled: () => workers.settled(),
		[Symbol.asyncDispose]: async () => {
			expiry[Symbol.dispose]();
			await workers[Symbol.asyncDispose]();
		},
	};
}

/** Says no to somebody, for their eyes only, once in each thread. Nothing of what they sent is kept. */
async function deny(inbound: Inbound, text: string, deps: DispatchDeps): Promise<void> {
	const { thread, person } = inbound;
	deps.log.info('Somebody was not let in', { person: person.id, place: placeOf(thread), inbound: inbound.type });
	const session = (await deps.store.bindings.sessionOf(thread)) ?? sessionIdOf(thread);
	const once = `denied-${thread.id}-${person.id}-${inbound.type === 'message' ? 'message' : inbound.key}`;
	await say(session, inbound, { text, to: person, once }, deps);
}

/** Logs why a session cannot be worked on and tells the thread, once for each message that waits for it; the messages are kept. */
async function explain(session: string, error: unknown, deps: DispatchDeps): Promise<void> {
	deps.log.error('Session cannot be worked on', { session, err: error });
	if (firstOf(error) instanceof BrokenTurnError) return;
	try {
		const [first] = await deps.store.inbox.waiting(session);
		if (first) await say(session, first, { text: `${userMessage(error)}. Your message is kept.` }, deps);
	} catch (again) {
		deps.log.error('Thread cannot be told', { session, err: again });
	}
}
