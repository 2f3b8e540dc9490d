import { raceClock, systemClock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { CodingDeps } from './coding-deps.ts';
import { type LiveRun, nameOf } from './live-run.ts';
import { runsIn } from './run-record.ts';

/** An agent that hears that it is to stop has ended what it began in 0.7 s; one that does not is ended with all that it has started. */
const cancelMs = 1_000;
/** Its changes are brought back in this time, or stay behind: people wait for the end of a turn that they have stopped. */
const homeMs = 5_000;

/** Stops an agent that is at work, whether it hears or not; answers what that was. Never rejects: a box that is gone has stopped. */
export async function haltRun({ agent, means, underway }: LiveRun): Promise<string> {
	await raceClock(systemClock, underway?.stop() ?? Promise.resolve(), cancelMs);
	const ended = await means.box.sweep().catch(() => []);
	const others = ended.length > 1 ? ` and ${ended.length - 1} of its processes` : '';
	return `${agent.title}, at work${others}`;
}

/** Brings back what an agent that was stopped had changed until then; answers a sentence. Never rejects. */
export async function broughtHome(
	{ agent, means, count }: LiveRun,
	folder: SessionFolder,
	deps: CodingDeps,
): Promise<string> {
	const run = (await runsIn(folder)).find((one) => one.count === count);
	const signal = AbortSignal.timeout(homeMs);
	try {
		const session = await deps.sandboxOf(folder, signal);
		const copy = { session, box: means.box, folder: run?.folder ?? '', name: run ? nameOf(run) : agent.name };
		const { changes } = await deps.work.bringBack(copy, signal);
		const files = changes.length === 1 ? '1 file' : `${changes.length} files`;
		return changes.length === 0
			? `${agent.title} had changed no files.`
			: `${agent.title} had changed ${files} until then.`;
	} catch (error) {
		return `What ${agent.title} had changed until then could not be brought back: ${messageOf(error)}`;
	}
}
