import type { Accept, Person, Thread } from '../../store/inbound.ts';
import type { Question } from '../../store/question.ts';

/** The longest delay a timer takes, ms; a later expiry is looked at again then. */
const longestDelay = 2 ** 31 - 1;

/** Who does what no person does. No platform has anybody of this id. */
export const systemPerson: Person = { id: 'threadsmith', name: 'Threadsmith' };

/** Lets parked questions expire in time. Disposing forgets the timers: a restart sets them again. */
export interface Expiry extends Disposable {
	watch(question: Question, thread: Thread): void;
}

/** An expiry comes in like an answer, of nobody, with the value null. */
export function createExpiry(accept: Accept, onError: (error: unknown) => void): Expiry {
	const timers = new Map<string, NodeJS.Timeout>();
	function watch(question: Question, thread: Thread): void {
		clearTimeout(timers.get(question.id));
		const left = Date.parse(question.until) - Date.now();
		const timer = setTimeout(
			() => (left > longestDelay ? watch(question, thread) : expire(question, thread)),
			Math.max(0, Math.min(left, longestDelay)),
		);
		timers.set(question.id, timer.unref());
	}
	function expire({ id }: Question, thread: Thread): void {
		timers.delete(id);
		accept({
			type: 'answer',
			key: `expired-${id}`,
			thread,
			person: systemPerson,
			at: new Date().toISOString(),
			question: id,
			value: null,
		}).catch(onError);
	}
	return {
		watch,
		[Symbol.dispose]: () => {
			for (const timer of timers.values()) clearTimeout(timer);
		},
	};
}
