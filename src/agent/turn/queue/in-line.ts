import type { Standing } from '../../../base/queue/admission.ts';
import type { Asker } from '../../../base/queue/line.ts';
import type { AgentEvent } from '../../../chat/events.ts';
import { entriesOf, type TurnScope, whoseTurn } from '../scope.ts';
import type { TurnEvent } from '../turn-events.ts';
import type { Lines } from './lines.ts';

type Queued = Extract<AgentEvent, { type: 'queued' }>;

/**
 * The events of `work`, which begins when this machine has a place for one more turn; who waits is told where they stand. Those that began
 * first are let in first, over restarts too. Rejects with the signal's reason while it waits: a stop takes it out of the line.
 */
export async function* inLine(scope: TurnScope, work: AsyncGenerator<TurnEvent>): AsyncGenerator<TurnEvent> {
	const { turns } = scope.parts.lines ?? {};
	if (!turns) return yield* work;
	using _place = yield* cameIn(turns, askerOf(scope), scope.signal);
	yield* work;
}

/**
 * Tells where the asker stands until there is a place, and returns that. Rejects with the signal's reason; whoever leaves in the middle leaves the
 * line.
 */
export async function* cameIn(
	turns: Pick<Lines['turns'], 'enter' | 'watch'>,
	asker: Asker,
	signal: AbortSignal,
): AsyncGenerator<AgentEvent, Disposable> {
	const news = createNews();
	const leaving = new AbortController();
	using _watch = turns.watch(asker.id, (standing) => news.tell(queued('turn', standing)));
	const entering = turns.enter(asker, AbortSignal.any([signal, leaving.signal])).finally(news.end);
	let isHandedOver = false;
	try {
		yield* news.all();
		const place = await entering;
		isHandedOver = true;
		return place;
	} finally {
		leaving.abort(new Error('Nobody waits for the place any more'));
		if (!isHandedOver) giveBack(entering);
	}
}

/** Whoever takes the events of a wait may leave in the middle: nobody else would do it. */
function giveBack(entering: Promise<Disposable>): void {
	entering.then(
		(place) => place[Symbol.dispose](),
		() => {},
	);
}

/** Tells while `work` goes on when the session waits for its sandbox. Disposing the answer ends that. */
export function tellingSandboxWaits({ parts, session }: TurnScope, emit: (event: AgentEvent) => void): Disposable {
	const watch = parts.lines?.sandboxes.watch(session.id, (standing) => emit(queued('sandbox', standing)));
	return watch ?? { [Symbol.dispose]: () => {} };
}

function queued(of: Queued['for'], standing: Standing | undefined): Queued {
	return { type: 'queued', for: of, ...(standing && { standing }) };
}

function askerOf(scope: TurnScope): Asker {
	const { thread, person } = whoseTurn(scope);
	const { place, room } = scope.parts.places.conversationOf(thread);
	const began = Date.parse(entriesOf(scope)[0]?.at ?? '');
	return {
		id: scope.session.id,
		place: place ?? room,
		person: person?.id ?? scope.session.id,
		since: Number.isNaN(began) ? Date.now() : began,
	};
}

/** Events one after another until it has ended; of those that nobody has taken yet the newest. */
function createNews() {
	let newest: AgentEvent | undefined;
	let isOver = false;
	let changed = Promise.withResolvers<void>();
	return {
		tell(event: AgentEvent) {
			newest = event;
			changed.resolve();
		},
		end() {
			isOver = true;
			changed.resolve();
		},
		async *all(): AsyncGenerator<AgentEvent> {
			while (!isOver || newest) {
				await changed.promise;
				changed = Promise.withResolvers();
				const event = newest;
				newest = undefined;
				if (event) yield event;
			}
		},
	};
}
