import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { chooser } from '../instrument.ts';

/** One run of a test, and all that it has begun. */
interface Run {
	/** The mutant that is chosen in it; undefined: none is. */
	readonly id: number | undefined;
	/** Which places it has come by. */
	readonly hit: Set<number>;
	/** Places that it may come by before it counts as endless. */
	left: number;
	/** Called with what failed in it that nobody waits for. */
	readonly onUnhandled: (error: unknown) => void;
	/** Called when even an error does not end it: nothing else runs in this process any more. */
	readonly onEndless: () => void;
}

/** So often does no test come by a place: a loop that a mutant made endless ends with this. */
const endless = 300_000;

const runs = new AsyncLocalStorage<Run>();

function isChosen(id: number): boolean {
	const run = runs.getStore();
	if (!run) return false;
	run.hit.add(id);
	run.left -= 1;
	if (run.left < -1000) run.onEndless();
	if (run.left < 0) throw new Error('This goes on without end');
	return run.id === id;
}

/** Has the mutants of this process ask which of them is chosen. What a run leaves behind goes on with its own mutant. */
export function beginChoosing(): void {
	Object.assign(globalThis, { [Symbol.for(chooser)]: isChosen });
	for (const name of ['unhandledRejection', 'uncaughtException'] as const)
		process.on(name, (error) => runs.getStore()?.onUnhandled(error));
}

/** Runs `act` with this mutant chosen, in all that it begins too; answers the places that it came by. Rejects as `act` does. */
export async function withChosen(
	id: number | undefined,
	act: () => unknown,
	onEndless: () => void,
): Promise<ReadonlySet<number>> {
	const { promise: unhandled, reject } = Promise.withResolvers<never>();
	unhandled.catch(() => undefined);
	const run: Run = { id, hit: new Set(), left: endless, onUnhandled: reject, onEndless };
	const whole = async () => {
		await act();
		// A rejection that nobody waits for is known one turn of the loop later.
		await turn();
	};
	await Promise.race([runs.run(run, whole), unhandled]);
	return run.hit;
}
