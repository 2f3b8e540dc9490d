import type { Message } from '../../../store/journal.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { ownWords } from '../../session/own-words.ts';
import type { Session } from '../../session/session.ts';
import type { CodingDeps } from './coding-deps.ts';
import { broughtHome, type Home, haltRun } from './halt.ts';
import { inputsThatCame } from './inputs/inputs.ts';
import type { LiveRun } from './live-run.ts';
import { changeRun, type RunRecord, runsIn, threadRun, unbrought } from './run-record.ts';
import type { Runs } from './runs.ts';
import { keepSpent, spentNow } from './spending/spent.ts';
import type { Steers } from './steers.ts';

type Said = Extract<Message, { role: 'assistant' }>;

/** The part of coding agents in turns. */
export interface CodingTurns {
	/**
	 * The next message of a turn whose words are for a coding agent, in the place of the Brain's: a call of it, then its result as the answer. Undefined:
	 * the Brain thinks. Calls have no ids yet.
	 */
	inPlaceOfBrain(session: Session, hears: 'all' | 'aside'): Promise<Said | undefined>;
	/** The agent that waits for a session's next message, by its name for people. */
	waits(session: string): string | undefined;
	/** Words wait that are to reach what the thread's agent does now: it is called off for them. A sentence where it cannot hear them before its end. */
	steer(session: string): string | undefined;
	/** Stops what a session's agent does: nothing of it goes on after that. Says what that was; an agent that waits is none. */
	halt(session: InFolder): Promise<readonly string[]>;
	/**
	 * Ends the session's runs after a stop (but for the thread's own where that was put away for a task of the Brain's), and after a turn that failed the one
	 * that was at work in it, with what that had changed brought back; answers what people are told of that. The thread's own is put away by a failure, and
	 * one that waited then waits on. Where that cannot be brought back, its disk is kept for the next who needs it to be.
	 */
	settle(session: InFolder, after: 'stop' | 'failure'): Promise<readonly string[]>;
}

type InFolder = Pick<Session, 'folder'>;

/** The hidden tool by which the messages of a thread become prompts. The Brain is never told of it. */
export const promptTool = 'coding_agent';

export interface TurnsDeps {
	readonly runs: Runs;
	readonly steers: Steers;
	readonly deps: CodingDeps;
	/** Milliseconds since 1970; default: the machine's. */
	readonly now?: () => number;
}

export function createCodingTurns({ runs, steers, deps, now = Date.now }: TurnsDeps): CodingTurns {
	return {
		async inPlaceOfBrain({ folder, history }, hears) {
			const { messages } = history();
			const last = messages.at(-1);
			if (last?.role === 'tool') return resultOf(messages, last.callId);
			if (last?.role !== 'user' || hears === 'aside') return undefined;
			const run = await threadRun(folder, now());
			if (run === undefined) return undefined;
			const said = saidSince(messages);
			const task = said.map(ownWords).join('\n\n');
			const files = await inputsThatCame(folder, said);
			const args = JSON.stringify({ agent: run.agent, task, ...(files.length > 0 && { files }) });
			return { role: 'assistant', text: '', calls: [{ id: '', name: promptTool, arguments: args }] };
		},
		waits: (session) => runs.of(session)?.agent.title,
		steer: (session) => steers.tell(session),
		halt: async ({ folder }) => {
			const live = runs.of(folder.id);
			return live?.underway ? [await haltRun(live)] : [];
		},
		async settle({ folder }, after) {
			const live = runs.of(folder.id);
			const homes = await homesOf(await leaving(folder, live, after), live, { folder, deps });
			if (live?.underway) await keepSpent(folder, live.count, { ...spentNow(live), prompts: 1 });
			const whose = live?.asked;
			const ending = {
				folder,
				runs,
				kept: new Set(homes.flatMap(({ state, count }) => (state === 'kept' ? [count] : []))),
			};
			if (after === 'failure') await endFailed(live, ending);
			else if (await isOfBrain(folder, live)) await endTasks('stopped', ending);
			else await endAll('stopped', now(), ending);
			return homes.map((home) => toldOf(home, after, whose));
		},
	};
}

/** The runs that go no further, or not for now, and may have changed what is not in the session's folder. */
async function leaving(folder: SessionFolder, live: LiveRun | undefined, after: 'stop' | 'failure') {
	const runs = await unbrought(folder);
	const all = after === 'stop' && !(live?.underway || (await isOfBrain(folder, live)));
	return runs.filter(({ count, asked }) => all || asked === 'brain' || (live?.underway && count === live.count));
}

interface Ground extends InFolder, Pick<TurnsDeps, 'deps'> {}

interface HomeOf extends Home, Pick<RunRecord, 'count' | 'asked'> {}

async function homesOf(
	runs: readonly RunRecord[],
	live: LiveRun | undefined,
	{ folder, deps }: Ground,
): Promise<readonly HomeOf[]> {
	const homes: HomeOf[] = [];
	for (const run of runs) {
		const home = await broughtHome(run, live?.count === run.count ? live : undefined, folder, deps);
		homes.push({ ...home, count: run.count, asked: run.asked });
	}
	return homes;
}

function toldOf(
	{ state, told, asked }: HomeOf,
	after: 'stop' | 'failure',
	whose: LiveRun['asked'] | undefined,
): string {
	const goesOn = after === 'failure' && asked === 'thread';
	const kept = state === 'kept' && !goesOn ? ' It is kept, and tried again before another agent begins.' : '';
	return `${told}${kept}${after === 'stop' && whose === 'thread' ? ' The Brain answers here again.' : ''}`;
}

/** Runs that end, and which of them hold work that could not be brought back: those keep their disks. */
interface EndingRuns extends InFolder, Pick<TurnsDeps, 'runs'> {
	readonly kept: ReadonlySet<number>;
}

/** The Brain's task is over with its turn, also where another process had begun it. */
async function endFailed(live: LiveRun | undefined, ending: EndingRuns): Promise<void> {
	if (live?.underway && live.asked === 'thread') await ending.runs.end(ending.folder, { kind: 'parked' }, live.count);
	await endTasks('the turn failed', ending);
}

/** Whether it was a task of the Brain's that a turn had, at work or about to be: the thread's own was put away for it, and is not what was stopped. */
async function isOfBrain(folder: SessionFolder, live: LiveRun | undefined): Promise<boolean> {
	if (live) return live.asked === 'brain';
	return (await runsIn(folder)).some(({ asked, state }) => asked === 'brain' && state === 'open');
}

async function endTasks(outcome: string, { folder, runs, kept }: EndingRuns): Promise<void> {
	const tasks = (await runsIn(folder)).filter(({ asked, state }) => asked === 'brain' && state !== 'ended');
	for (const { count } of tasks)
		await runs.end(folder, kept.has(count) ? { kind: 'parked' } : { kind: 'ended', outcome }, count);
}

/** `now`: from then on none of them answers the thread, also where its work is kept. */
async function endAll(outcome: string, now: number, { folder, runs, kept }: EndingRuns): Promise<void> {
	if (kept.size === 0) return await runs.end(folder, { kind: 'ended', outcome });
	const idleAt = new Date(now).toISOString();
	for (const { count, state } of await runsIn(folder)) {
		if (state === 'ended') continue;
		if (kept.has(count)) await changeRun(folder, count, (run) => ({ ...run, idleAt, outcome }));
		await runs.end(folder, kept.has(count) ? { kind: 'parked' } : { kind: 'ended', outcome }, count);
	}
}

/** Where the newest call was the thread's own prompt, its result is the answer. */
function resultOf(messages: readonly Message[], callId: string): Said | undefined {
	const asked = messages.findLast((message) => message.role === 'assistant');
	const call = asked?.calls.find(({ id }) => id === callId);
	const result = messages.at(-1);
	if (call?.name !== promptTool || result?.role !== 'tool') return undefined;
	return { role: 'assistant', text: result.text, calls: [] };
}

/** All that was said since somebody was last answered. */
function saidSince(messages: readonly Message[]): readonly string[] {
	const at = messages.findLastIndex(({ role }) => role !== 'user');
	return messages.slice(at + 1).flatMap((message) => (message.role === 'user' ? [message.text] : []));
}
