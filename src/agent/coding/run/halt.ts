import { raceClock, systemClock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import { DiskLostError, runIn } from '../../../sandbox/boxes.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { BroughtBack, CodingDeps, FolderCopy } from './coding-deps.ts';
import { homeOf, type LiveRun, nameOf } from './live-run.ts';
import { changeRun, type RunRecord } from './run-record.ts';

/** An agent that hears that it is to stop has ended what it began in 0.7 s; one that does not is ended with all that it has started. */
const cancelMs = 1_000;
/** Its changes are brought back in this time, or stay behind: people wait for the end of a turn that they have stopped. */
const homeMs = 5_000;
/** Where its box has to be started for that. */
const bootMs = 60_000;

/** Stops an agent that is at work, whether it hears or not; answers what that was. Never rejects: a box that is gone has stopped. */
export async function haltRun({ agent, means, underway }: LiveRun): Promise<string> {
	await raceClock(systemClock, underway?.stop() ?? Promise.resolve(), cancelMs);
	const ended = await means.box.sweep().catch(() => []);
	const others = ended.length > 1 ? ` and ${ended.length - 1} of its processes` : '';
	return `${agent.title}, at work${others}`;
}

/** `home`: changes are in the session's folder, or gone with their disk. `kept`: they are on that still. */
export interface Home {
	readonly state: 'home' | 'kept';
	/** A sentence for people. */
	readonly told: string;
}

/**
 * Brings back what a run that goes no further has changed since that was last done, be its box there (`live`) or put away; that is started then.
 * Never rejects.
 */
export async function broughtHome(
	run: RunRecord,
	live: LiveRun | undefined,
	folder: SessionFolder,
	deps: CodingDeps,
): Promise<Home> {
	const title = live?.agent.title ?? (await titleOf(run, deps));
	const signal = AbortSignal.timeout(live ? homeMs : bootMs);
	try {
		const ground = { folder, deps };
		const { changes } = await (live
			? backFrom(live.means.box, run, ground, signal)
			: backFromDisk(run, ground, signal));
		await changeRun(folder, run.count, (now) => ({ ...now, home: true }));
		const files = changes.length === 1 ? '1 file' : `${changes.length} files`;
		return {
			state: 'home',
			told: changes.length === 0 ? `${title} had changed no files.` : `${title} had changed ${files} until then.`,
		};
	} catch (error) {
		if (error instanceof DiskLostError)
			return {
				state: 'home',
				told: `The disk that ${title} had worked on is lost, with what it had not brought back.`,
			};
		const told = `What ${title} had changed until then could not be brought back: ${messageOf(error).trimEnd().replace(/\.?$/, '.')}`;
		return { state: 'kept', told };
	}
}

interface Ground {
	readonly folder: SessionFolder;
	readonly deps: CodingDeps;
}

/**
 * Brings back what a run has changed from its disk, in a box that is started for that and ends with it. Rejects with `DiskLostError` where there is nothing
 * on that, and as boxes and `AgentWork.bringBack` do; nothing has changed in the folder then.
 */
export async function backFromDisk(run: RunRecord, ground: Ground, signal: AbortSignal): Promise<BroughtBack> {
	const { folder, deps } = ground;
	const { boxes } = await deps.means();
	try {
		const box = await boxes.acquire({ ...homeOf({ run, files: [] }, folder, deps), disk: 'kept' }, signal);
		if (await deps.work.isEmptied(await copyOf(box, run, ground, signal), signal))
			throw new DiskLostError('it is empty');
		return await backFrom(box, run, ground, signal);
	} finally {
		await boxes.end(runIn(folder.id, run.count));
	}
}

async function backFrom(box: Sandbox, run: RunRecord, ground: Ground, signal: AbortSignal): Promise<BroughtBack> {
	return await ground.deps.work.bringBack(await copyOf(box, run, ground, signal), signal);
}

async function copyOf(
	box: Sandbox,
	run: RunRecord,
	{ folder, deps }: Ground,
	signal: AbortSignal,
): Promise<FolderCopy> {
	return { session: await deps.sandboxOf(folder, signal), box, folder: run.folder, name: nameOf(run) };
}

async function titleOf({ agent }: RunRecord, { installed }: CodingDeps): Promise<string> {
	return (await installed()).find(({ name }) => name === agent)?.title ?? agent;
}
