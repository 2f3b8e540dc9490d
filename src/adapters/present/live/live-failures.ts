import { messageOf } from '../../../base/errors.ts';
import type { LiveFailure } from './live-deps.ts';
import { PlatformError } from './live-post.ts';
import { endOf, formRefused, givenUp, paused, turnedOver } from './live-state.ts';
import { move, type Work } from './live-work.ts';

/** Tries to give it its last form when nobody waits any more. */
const mostLate = 60;

/** Sees to what the platform has failed; `wasLast`: its last form. Rejects with what is of the outbox. */
export async function handleFailure<Message>(work: Work<Message>, error: unknown, wasLast: boolean): Promise<void> {
	const { deps } = work;
	if (deps.signal.aborted) return;
	if (!(error instanceof PlatformError)) throw error;
	const why = deps.failureOf(error.cause, work.state.part.id, endOf(work.state) !== undefined);
	deps.log.info('A turn is not shown as it runs', { why: why.type, reason: messageOf(error.cause) });
	await goOn(work, why, wasLast);
}

async function goOn<Message>(work: Work<Message>, why: LiveFailure, wasLast: boolean): Promise<void> {
	const isEnding = endOf(work.state) !== undefined;
	switch (why.type) {
		case 'later':
			return waitFor(work, why);
		case 'gone':
			return turnOver(work, !isEnding);
		case 'full':
			return turnOver(work, false);
		case 'form':
			return await otherForm(work, wasLast);
		case 'never':
			return await giveUp(work, wasLast);
	}
}

function waitFor<Message>(work: Work<Message>, { ms, away }: Extract<LiveFailure, { type: 'later' }>): void {
	const until = work.deps.clock.now() + ms;
	move(work, (state) => paused({ ...state, away: away ?? state.away }, until, mostLate));
}

/** Goes on in a message of its own; `again`: with what the one before has shown. */
function turnOver<Message>(work: Work<Message>, again: boolean): void {
	work.content.close(work.state.part.number, again);
	const part = work.take();
	move(work, (state) => turnedOver(state, part));
}

async function otherForm<Message>(work: Work<Message>, wasLast: boolean): Promise<void> {
	move(work, formRefused);
	const { refusedForms, part } = work.state;
	if (refusedForms > work.deps.mostForms) return await giveUp(work, wasLast);
	if (part.id === undefined) return;
	// A message of one form cannot become one of another.
	await work.post.remove(part.id).catch(() => {});
	turnOver(work, true);
}

async function giveUp<Message>(work: Work<Message>, wasLast: boolean): Promise<void> {
	const { number, id } = work.state.part;
	move(work, (state) => givenUp(state, wasLast));
	if (id === undefined) await work.post.close(number, undefined);
}
