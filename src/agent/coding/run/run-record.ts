import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { createSerials } from '../../../base/serial.ts';
import type { SessionFolder } from '../../../store/store.ts';

/** A run: with which options it was begun, and how far it has come. No person's words stand here: those are in the journal. */
const runSchema = kept({
	/** 1 for a session's first. */
	count: z.number().int().positive(),
	agent: z.string(),
	options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
	/** The folder of the session that it works on a copy of, below `/workspace`. */
	folder: z.string(),
	/** Whose messages it answers: those of the thread, or the Brain's one task. */
	asked: z.enum(['thread', 'brain']),
	/** `parked`: its box is gone, its disk is there, and the next prompt goes on with that. */
	state: z.enum(['open', 'parked', 'ended']),
	/** Its disk holds the folder's copy. */
	brought: z.literal(true).optional(),
	/** All that it has changed is in the session's folder. */
	home: z.literal(true).optional(),
	/** It has ended, and its disk is still to be removed. */
	left: z.literal(true).optional(),
	startedAt: z.iso.datetime(),
	/** The call whose prompt was begun last; of the Brain's task, the call that asked for it. */
	call: z.string().optional(),
	/** The call of its first prompt: what was said to it since stands in the session's history. */
	firstCall: z.string().optional(),
	/** The agent's last words and its plan, in a prompt that has not come to its end: bounded, and nobody else's. */
	last: kept({ words: z.string(), plan: z.array(z.string()) }).optional(),
	/** After it, a message of the thread is no prompt of it any more. */
	idleAt: z.iso.datetime().optional(),
	prompts: z.number().int().nonnegative(),
	/** Of prompts, together. */
	ms: z.number().nonnegative(),
	inputTokens: z.number().int().nonnegative(),
	outputTokens: z.number().int().nonnegative(),
	/** Of what was asked of models, in millionths of a US dollar, as far as prices are known. */
	microUsd: z.number().int().nonnegative().optional(),
	/** How the last prompt ended: `done`, or half a sentence. */
	outcome: z.string().optional(),
});
export type RunRecord = z.infer<typeof runSchema>;

/** Taken by prompts; money in millionths of a US dollar, as far as prices are known. */
export type Spent = Pick<RunRecord, 'inputTokens' | 'outputTokens' | 'ms'> & { readonly microUsd: number };

export const nothingSpent: Spent = { inputTokens: 0, outputTokens: 0, ms: 0, microUsd: 0 };

/** How much an agent's runs have taken, and how the last of them ended. */
export type Used = Pick<
	RunRecord,
	'agent' | 'prompts' | 'ms' | 'inputTokens' | 'outputTokens' | 'microUsd' | 'outcome'
>;

const usedSchema = kept({
	agent: z.string(),
	prompts: z.number().int().nonnegative(),
	ms: z.number().nonnegative(),
	inputTokens: z.number().int().nonnegative(),
	outputTokens: z.number().int().nonnegative(),
	microUsd: z.number().int().nonnegative().optional(),
});

/** `state/coding.json`: the session's runs, oldest first, and of those that are not remembered any more what they have taken, by agent. */
const codingSchema = kept({ version: z.literal(1), runs: z.array(runSchema), past: z.array(usedSchema).optional() });
type Kept = Pick<z.infer<typeof codingSchema>, 'runs' | 'past'>;

type Folder = Pick<SessionFolder, 'id' | 'documents'>;

/** Runs that are remembered when they have ended, the newest ones. */
const mostKept = 50;

/** Oldest first. A damaged list is none. */
export async function runsIn(folder: Folder): Promise<readonly RunRecord[]> {
	return (await keptIn(folder)).runs;
}

/** How much all runs of a session have taken, oldest first, also those that are not remembered any more. */
export async function usedIn(folder: Folder): Promise<readonly Used[]> {
	const { runs, past = [] } = await keptIn(folder);
	return [...past, ...runs];
}

async function keptIn({ documents }: Folder): Promise<Kept> {
	return (await documents.read('coding', codingSchema, async () => undefined)) ?? { runs: [] };
}

/** Changes of one list are made one after another. */
const changes = createSerials();

/** Keeps a run, in the place of what was known of it. */
export function keepRun(folder: Folder, run: RunRecord): Promise<void> {
	return changes.inOrder(folder.id, async () => await writeRun(folder, run, await keptIn(folder)));
}

/** Changes what is kept of a run, if there is one of that count; whatever else changes it comes before or after. */
export function changeRun(folder: Folder, count: number, change: (run: RunRecord) => RunRecord): Promise<void> {
	return changes.inOrder(folder.id, async () => {
		const before = await keptIn(folder);
		const run = before.runs.find((one) => one.count === count);
		if (run) await writeRun(folder, change(run), before);
	});
}

async function writeRun(folder: Folder, run: RunRecord, before: Kept): Promise<void> {
	const others = before.runs.filter(({ count }) => count !== run.count);
	const all = [...others, run].toSorted((one, other) => one.count - other.count);
	// A run that has a disk is not forgotten, however old it is.
	const isKept = (one: RunRecord, at: number) => at >= all.length - mostKept || one.state !== 'ended' || one.left;
	const runs = all.filter(isKept);
	const past = all.filter((one, at) => !isKept(one, at)).reduce(added, before.past ?? []);
	await folder.documents.write('coding', {
		version: 1,
		runs,
		...(past.length > 0 && { past }),
	} satisfies z.infer<typeof codingSchema>);
}

type Past = NonNullable<Kept['past']>;

/** The sums of an agent's runs, with one more. */
function added(past: Past, { agent, prompts, ms, inputTokens, outputTokens, microUsd = 0 }: RunRecord): Past {
	const before = past.find((one) => one.agent === agent);
	const sum = {
		agent,
		prompts: prompts + (before?.prompts ?? 0),
		ms: ms + (before?.ms ?? 0),
		inputTokens: inputTokens + (before?.inputTokens ?? 0),
		outputTokens: outputTokens + (before?.outputTokens ?? 0),
		microUsd: microUsd + (before?.microUsd ?? 0),
	};
	return [...past.filter((one) => one !== before), sum];
}

/** The run that answers the messages of the thread now, if one does. */
export async function threadRun(folder: Folder, now: number): Promise<RunRecord | undefined> {
	const last = (await runsIn(folder)).findLast(({ asked }) => asked === 'thread');
	if (!last || last.state === 'ended') return undefined;
	return last.idleAt !== undefined && Date.parse(last.idleAt) <= now ? undefined : last;
}

/** Runs that have not ended, and may hold changes that are not in the session's folder. */
export async function unbrought(folder: Folder): Promise<readonly RunRecord[]> {
	return (await runsIn(folder)).filter(({ state, brought, home }) => state !== 'ended' && brought && !home);
}

/** One more run, which has done nothing yet. Pure. */
export function newRun(
	given: Pick<RunRecord, 'agent' | 'options' | 'folder' | 'asked' | 'call'>,
	before: readonly RunRecord[],
	now: number,
): RunRecord {
	return {
		count: (before.at(-1)?.count ?? 0) + 1,
		...given,
		state: 'open',
		startedAt: new Date(now).toISOString(),
		...{ prompts: 0, ms: 0, inputTokens: 0, outputTokens: 0 },
	};
}
