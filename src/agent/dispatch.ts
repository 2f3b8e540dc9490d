import { firstOf, userMessage } from '../errors.ts';
import type { Accept, Inbound, Thread } from '../store/inbound.ts';
import { sessionIdOf } from '../store/session-id.ts';
import { handleAtOnce } from './dispatch/at-once.ts';
import type { DispatchDeps } from './dispatch/deps.ts';
import { createExpiry } from './dispatch/expiry.ts';
import { BrokenTurnError } from './dispatch/present.ts';
import { denialOf } from './dispatch/rights.ts';
import { say } from './dispatch/say.ts';
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

export function createDispatch(parts: Omit<DispatchDeps, 'onParked' | 'accept'>): Dispatch {
	const { store, running, log } = parts;
	const expiry = createExpiry(accept, (error) => log.error('Question could not expire', { err: error }));
	const deps: DispatchDeps = { ...parts, accept, onParked: (question, thread) => expiry.watch(question, thread) };
	const workers = createWorkers(
		(session, signal) => workSession(session, deps, signal),
		(session, error) => void explain(session, error, deps),
	);

	async function accept(inbound: Inbound): Promise<'stored' | 'seen'> {
		const denial = denialOf(inbound, deps);
		if (denial !== undefined) {
			void deny(inbound, denial, deps).catch((error: unknown) => log.warn('Denial cannot be shown', { err: error }));
			return 'stored';
		}
		const session = (await store.bindings.sessionOf(inbound.thread)) ?? (await bindFirst(inbound.thread, deps));
		const answer = await store.inbox.add(session, inbound);
		if (answer === 'stored') void arrive(session, inbound).catch((error: unknown) => explain(session, error, deps));
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

async function bindFirst(thread: Thread, { store }: DispatchDeps): Promise<string> {
	const session = sessionIdOf(thread);
	await store.bindings.bind(thread, session);
	return session;
}

/** Says no to somebody, for their eyes only, once in each thread. Nothing of what they sent is kept. */
async function deny(inbound: Inbound, text: string, deps: DispatchDeps): Promise<void> {
	const { thread, person } = inbound;
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
