import type { Logger } from '../../../base/log.ts';
import { createSerials } from '../../../base/serial.ts';
import { runIn } from '../../../sandbox/boxes.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { CodingDeps } from './coding-deps.ts';
import type { LiveRun } from './live-run.ts';
import { changeRun, type RunRecord, runsIn, unbrought } from './run-record.ts';

/** The runs of coding agents that this process has going, one a session at most. Disposing ends them; their disks stay, and a later prompt goes on. */
export interface Runs extends AsyncDisposable {
	of(session: string): LiveRun | undefined;
	/** Keeps what `start` makes, when whatever is being ended in the session is gone; it rests as if it asked until it is held. Rejects as that does. */
	begin(folder: SessionFolder, start: () => Promise<LiveRun>): Promise<LiveRun>;
	/** From now on it ends when so many ms have gone without a prompt. `asks`: it is parked then, for the answer to come. */
	rest(folder: SessionFolder, live: LiveRun, after: 'prompt' | 'asks'): void;
	/**
	 * Ends the session's runs, or the one of that count alone, whether they live or not. A parked one keeps its disk, for the next prompt. That a box cannot
	 * be ended is logged: its disk is removed when the session's runs are ended the next time.
	 */
	end(folder: SessionFolder, how: Ending, count?: number): Promise<void>;
	/** Ends what runs of a session that is being erased, or is just being begun. */
	drop(session: string): Promise<void>;
}

/** For good, with how it ended in half a sentence; or until somebody comes. */
export type Ending = { readonly kind: 'ended'; readonly outcome?: string } | { readonly kind: 'parked' };

/** One run a session at a time. */
export const anotherBegun = { kind: 'ended', outcome: 'another run was begun' } as const satisfies Ending;

interface RunsDeps extends Pick<CodingDeps, 'means' | 'limits'> {
	readonly log: Logger;
}

export function createRuns({ means, limits, log }: RunsDeps): Runs {
	const lives = new Map<string, LiveRun>();
	const serials = createSerials();
	/** One thing after another in a session; sessions do not wait for each other. */
	const inSession = <T>({ id }: SessionFolder, work: () => Promise<T>): Promise<T> => serials.inOrder(id, work);

	/** From the first moment on nobody is handed it any more. */
	function taken(session: string, isMeant: (live: LiveRun) => boolean): LiveRun | undefined {
		const live = lives.get(session);
		if (!live || !isMeant(live)) return undefined;
		lives.delete(session);
		clearTimeout(live.timer);
		return live;
	}

	async function close(live: LiveRun): Promise<void> {
		await live.underway?.stop();
		await live[Symbol.asyncDispose]();
	}

	/** Kept before it is done: a disk that is gone is of no run that goes on, and one that is left is known. */
	async function settle(folder: SessionFolder, how: Ending, count?: number): Promise<void> {
		const isMeant = (run: Pick<RunRecord, 'count'>) => count === undefined || run.count === count;
		const live = taken(folder.id, isMeant);
		const open = (await runsIn(folder)).filter((run) => run.state !== 'ended' && isMeant(run));
		for (const run of open) await changeRun(folder, run.count, (now) => endedBy(now, how));
		if (live) await tried(folder, () => close(live));
		await removeLeft(folder);
	}

	async function removeLeft(folder: SessionFolder): Promise<void> {
		const left = (await runsIn(folder)).filter((run) => run.left);
		for (const { count } of left)
			await tried(folder, async () => {
				await (await means()).boxes.remove(runIn(folder.id, count));
				await changeRun(folder, count, ({ left: _left, ...run }) => run);
			});
	}

	async function tried({ id }: Pick<SessionFolder, 'id'>, work: () => Promise<void>): Promise<void> {
		await work().catch((err: unknown) => log.warn('A coding agent cannot be ended', { session: id, err }));
	}

	/** It may have been taken up again by then. */
	const later = (folder: SessionFolder, live: LiveRun, { timer }: Pick<LiveRun, 'timer'>, kind: Ending['kind']) =>
		void tried(folder, () =>
			inSession(folder, async () => {
				if (lives.get(folder.id) !== live || live.timer !== timer) return;
				// Its disk goes with it, and all that was not brought back.
				const holds = (await unbrought(folder)).some(({ count }) => count === live.count);
				await settle(folder, { kind: holds ? 'parked' : kind }, live.count);
			}),
		);

	function rest(folder: SessionFolder, live: LiveRun, after: 'prompt' | 'asks'): void {
		clearTimeout(live.timer);
		const [ms, state] = after === 'asks' ? ([limits.askMs, 'parked'] as const) : ([limits.idleMs, 'ended'] as const);
		const timer = setTimeout(() => later(folder, live, { timer }, state), ms);
		live.timer = timer;
		timer.unref();
	}

	return {
		of: (session) => lives.get(session),
		begin: (folder, start) =>
			inSession(folder, async () => {
				const live = await start();
				lives.set(folder.id, live);
				rest(folder, live, 'asks');
				return live;
			}),
		rest,
		end: (folder, how, count) => inSession(folder, () => settle(folder, how, count)),
		drop: (session) =>
			serials.inOrder(session, async () => {
				const live = taken(session, () => true);
				if (live) await close(live);
			}),
		async [Symbol.asyncDispose]() {
			const left = [...lives.keys()].flatMap((session) => taken(session, () => true) ?? []);
			await Promise.all(left.map(close));
		},
	};
}

function endedBy(run: RunRecord, { kind: state, ...told }: Ending): RunRecord {
	return { ...run, state, ...told, ...(state === 'ended' && { left: true }) };
}
