import type { Logger } from '../../../base/log.ts';
import { createSerials } from '../../../base/serial.ts';
import { runIn } from '../../../sandbox/boxes.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { CodingDeps } from './coding-deps.ts';
import type { LiveRun } from './live-run.ts';
import { keepRun, runsIn } from './run-record.ts';

/** The runs of coding agents that this process has going, one a session at most. Disposing ends them; their disks stay, and a later prompt goes on. */
export interface Runs extends AsyncDisposable {
	of(session: string): LiveRun | undefined;
	/** Keeps one that was started, in the place of none. */
	keep(folder: SessionFolder, live: LiveRun): void;
	/** From now on it ends when so many ms have gone without a prompt. `asks`: it is parked then, for the answer to come. */
	rest(folder: SessionFolder, live: LiveRun, after: 'prompt' | 'asks'): void;
	/** Ends the session's run, whether it lives or not. A parked one keeps its disk, for the next prompt. */
	end(folder: SessionFolder, how: Ending): Promise<void>;
	/** Ends what runs of a session that is being erased. */
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

	async function close(session: string, live: LiveRun): Promise<void> {
		if (lives.get(session) === live) lives.delete(session);
		clearTimeout(live.timer);
		await live.underway?.stop();
		await live[Symbol.asyncDispose]();
	}

	async function settle(folder: SessionFolder, how: Ending): Promise<void> {
		const live = lives.get(folder.id);
		if (live) await close(folder.id, live);
		const open = (await runsIn(folder)).filter((run) => run.state !== 'ended');
		const { kind: state, ...told } = how;
		for (const run of open) await keepRun(folder, { ...run, state, ...told });
		if (state === 'ended' && open.length > 0) {
			const { boxes } = await means();
			for (const run of open) await boxes.remove(runIn(folder.id, run.count));
		}
	}

	const later = (folder: SessionFolder, live: LiveRun, kind: Ending['kind']) =>
		void inSession(folder, async () => {
			if (lives.get(folder.id) === live) await settle(folder, { kind });
		}).catch((error: unknown) => log.warn('A coding agent cannot be ended', { session: folder.id, err: error }));

	return {
		of: (session) => lives.get(session),
		keep: (folder, live) => void lives.set(folder.id, live),
		rest(folder, live, after) {
			clearTimeout(live.timer);
			const [ms, state] = after === 'asks' ? ([limits.askMs, 'parked'] as const) : ([limits.idleMs, 'ended'] as const);
			live.timer = setTimeout(() => later(folder, live, state), ms);
			live.timer.unref();
		},
		end: (folder, how) => inSession(folder, () => settle(folder, how)),
		async drop(session) {
			const live = lives.get(session);
			if (live) await close(session, live);
		},
		async [Symbol.asyncDispose]() {
			await Promise.all([...lives].map(([session, live]) => close(session, live)));
		},
	};
}
