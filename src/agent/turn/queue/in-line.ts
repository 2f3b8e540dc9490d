import type { Standing } from '../../../base/queue/admission.ts';
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
	using _place = yield* waiting(turns, scope);
	yield* work;
}

async function* waiting(turns: Lines['turns'], scope: TurnScope): AsyncGenerator<AgentEvent, Disposable> {
	const news = createNews();
	using _watch = turns.watch(scope.session.id, (standing) => news.tell(queued('turn', standing)));
	const entering = turns.enter(askerOf(scope), scope.signal).finally(news.end);
	entering.catch(() => {});
	yield* news.all();
	return await entering;
}

/** Tells while `work` goes on when the session waits for its sandbox. Disposing the answer ends that. */
export function tellingSandboxWaits({ parts, session }: TurnScope, emit: (event: AgentEvent) => void): Disposable {
	const watch = parts.lines?.sandboxes.watch(session.id, (standing) => emit(queued('sandbox', standing)));
	return watch ?? { [Symbol.dispose]: () => {} };
}

function queued(of: Queued['for'], standing: Standing | undefined): Queued {
	return { type: 'queued', for: of, ...(standing && { standing }) };
}

function askerOf(scope: TurnScope) {
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
