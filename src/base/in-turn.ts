import PQueue from 'p-queue';

const queues = new WeakMap<object, PQueue>();

/** Does what concerns one thing one after another: each sees what the one before has left. Work that waits for more about the same waits for ever. */
export function inTurn<T>(concerned: object, work: () => Promise<T>): Promise<T> {
	const queue = queues.get(concerned) ?? new PQueue({ concurrency: 1 });
	queues.set(concerned, queue);
	return queue.add(work);
}
