import type { ToolContext } from '../../tool.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { ForgeDeps } from '../forge-deps.ts';
import { idOf } from '../registry/registry.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';
import { judgeCase, type RunEnd } from '../try/judge.ts';
import { type Lab, prepareLab } from '../try/lab.ts';
import { runCases } from '../try/run-cases.ts';
import type { KnownTool } from '../use/known-tools.ts';
import { inputValidator, outputValidator } from '../use/validators.ts';
import { type Candidate, readCandidate } from './candidate.ts';
import { areTelling, type Pair, resultNames } from './telling.ts';
import { renamed, type Way, waysToCall } from './ways.ts';

/** A tool that has passed an order's examples, and what it calls by other names than the order. */
export interface Proven {
	readonly tool: KnownTool;
	readonly names: Way;
}

type Scene = Pick<ToolContext, 'session' | 'output' | 'signal'> & { readonly lab: Lab };

/** Where candidates run, and for how long. */
export interface Grounds {
	readonly labs: ForgeDeps['labs'];
	readonly context: Pick<ToolContext, 'session' | 'output' | 'signal'>;
	readonly limits?: Limits;
}

/** Milliseconds that one candidate may run, and that all of them may take together, installing their packages included. */
const usual = { eachMs: 10_000, allMs: 40_000 } as const;
type Limits = Readonly<Record<keyof typeof usual, number>>;

/**
 * The first of the candidates that passes every example of the order, and refuses what it says must be refused. Nothing is adopted, counted or
 * said of it; one that hangs, crashes or cannot be read has failed. They run in a lab: nothing of the session is theirs. Rejects with the signal's
 * reason, and where the machine is broken.
 */
export async function firstProven(
	spec: ForgeSpec,
	candidates: readonly KnownTool[],
	{ labs, context, limits: { eachMs, allMs } = usual }: Grounds,
): Promise<Proven | undefined> {
	const cases = specCases(spec);
	if (!areTelling(cases)) return undefined;
	const all = AbortSignal.any([context.signal, AbortSignal.timeout(allMs)]);
	const { session, output } = context;
	using lab = labs.open({ like: session.id });
	for (const tool of candidates) {
		const scene = { session, output, lab, signal: all };
		const proven = await proveWithin(tool, { spec, cases, ms: eachMs }, scene);
		context.signal.throwIfAborted();
		if (proven || all.aborted) return proven;
	}
	return undefined;
}

interface Task {
	readonly spec: ForgeSpec;
	readonly cases: readonly ToolCase[];
	/** Milliseconds for each candidate. */
	readonly ms: number;
}

/** How a candidate ended stands in the log: the order is forged as if it were not there. */
async function proveWithin(tool: KnownTool, task: Task, context: Scene): Promise<Proven | undefined> {
	const ways = await waysToCall(task.spec, tool.manifest);
	if (ways.length === 0) return undefined;
	const candidate = await readCandidate(tool, context.session.folder);
	if (!candidate) return undefined;
	const ended = await proveAll(candidate, ways, task, context).catch((error: unknown) => {
		if (context.signal.aborted || isTimeout(error)) return 'took too long';
		throw error;
	});
	const outcome = typeof ended === 'string' ? ended : 'passed';
	context.session.folder.log({ event: 'forge-candidate', tool: idOf(tool.manifest), from: tool.from, outcome });
	return typeof ended === 'string' ? undefined : ended;
}

function isTimeout(error: unknown): boolean {
	return error instanceof Error && error.name === 'TimeoutError';
}

/** The proof, or half a sentence on why there is none. */
async function proveAll(
	candidate: Candidate,
	ways: readonly Way[],
	task: Task,
	context: Scene,
): Promise<Proven | string> {
	if (!(await isEquipped(candidate, context))) return 'cannot have a sandbox, or its packages';
	const signal = AbortSignal.any([context.signal, AbortSignal.timeout(task.ms)]);
	for (const way of ways) {
		const names = await proveOne(candidate, way, task, { ...context, signal });
		if (names)
			return { tool: candidate.tool, names: new Map([...way, ...names].filter(([name, own]) => name !== own)) };
	}
	return 'failed';
}

/** Its packages were allowed when it was made, as they are when it is used. */
async function isEquipped({ tool, lock }: Candidate, { lab, ...watch }: Scene): Promise<boolean> {
	const needs = tool.manifest.env !== undefined;
	if (needs && lock === undefined) return false;
	return (await prepareLab(lab, needs && lock !== undefined ? { text: lock } : undefined, watch)) === undefined;
}

/** The names of its results where it passes all cases; undefined where it fails one. */
async function proveOne(
	{ tool, code }: Candidate,
	way: Way,
	{ cases }: Task,
	context: Scene,
): Promise<Way | undefined> {
	const fits = await inputValidator(tool.manifest);
	// Use refuses, too, what the schema refuses.
	const asked = cases.map((test) => asCalled(test, way)).filter(({ input }) => fits(input) === undefined);
	const once = asked.map((test) => ({ test, times: 1 }));
	const { lab, signal } = context;
	const place = { signal, sandbox: () => lab.sandbox(signal) };
	const runs = await runCases({ code, env: tool.manifest.env }, once, place);
	if ('kind' in runs) return undefined;
	const rules = { checkOutput: await outputValidator(tool.manifest), varies: true };
	const pairs: Pair[] = [];
	for (const [index, test] of asked.entries()) {
		const [end] = runs.ends[index] ?? [];
		if (!end || end.ended === 'unprepared' || judgeCase(withoutResult(test), [end], rules)) return undefined;
		pairs.push(...pairOf(test, end));
	}
	return resultNames(pairs);
}

function asCalled(test: ToolCase, way: Way): ToolCase {
	return { ...test, input: { ...renamed(test.input, way) } };
}

/** The case without what is compared by names, and without the words of another tool's errors. */
function withoutResult(test: ToolCase): ToolCase {
	const { expect } = test;
	if (expect.kind === 'error') return { ...test, expect: { kind: 'error' } };
	return expect.kind === 'output' ? { ...test, expect: { ...expect, output: {} } } : test;
}

function pairOf({ expect }: ToolCase, end: RunEnd): readonly Pair[] {
	return expect.kind === 'output' && end.ended === 'output' ? [{ expected: expect.output, given: end.output }] : [];
}
