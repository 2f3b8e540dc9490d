import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeFaults, fileFaults, type Problem, withFault } from '../../../bench/judge-eval/problem.ts';
import { problems } from '../../../bench/judge-eval/problems.ts';
import { readOrder } from '../../../src/agent/forge/order/read-order.ts';
import { createValidator } from '../../../src/agent/forge/spec/json-schema.ts';
import { differenceOf, isSame } from '../../../src/agent/forge/try/compare.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from '../../sandbox/podman/podman-home.ts';

const named = problems.map((problem) => [problem.order.name, problem] as const);

describe('the problems of judge-eval', () => {
	it('are 40, ten of them with files, each under a name of its own', () => {
		expect(problems).toHaveLength(40);
		expect(new Set(problems.map(({ order }) => order.name)).size).toBe(40);
		expect(problems.filter(({ order }) => order.capabilities?.includes('files'))).toHaveLength(10);
	});

	it('have every kind of fault', () => {
		const kinds = new Set(problems.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
		expect([...kinds].toSorted()).toEqual([...codeFaults, ...fileFaults].toSorted());
	});

	it.each(named)('%s has an order that needs no mending', async (_, { order }) => {
		const { faults, order: read } = await readOrder(order);
		expect(faults).toEqual([]);
		expect(read).toBeDefined();
	});

	it.each(named)('%s has six tests that fit its order, three wrong ones and 4 to 6 faults', async (_, problem) => {
		const { order, tests, wrong, faults, other } = problem;
		const fits = await createValidator(order.input);
		expect(tests.map(({ input }) => fits(input))).toEqual(tests.map(() => undefined));
		expect([tests.length, wrong.length, other.length]).toEqual([6, 3, 1]);
		expect(new Set(wrong.map(({ of }) => of)).size).toBe(3);
		expect(faults.length).toBeGreaterThanOrEqual(4);
		expect(faults.length).toBeLessThanOrEqual(6);
	});
});

const endSchema = z.union([
	z.object({ output: z.unknown(), files: z.record(z.string(), z.unknown()) }),
	z.object({ error: z.string() }),
]);
type End = z.infer<typeof endSchema>;
const lineSchema = z.tuple([z.number(), z.number(), z.number(), endSchema]);

describeWithPodman('under plain Python, the problems of judge-eval', () => {
	let podman: PodmanHome;
	let ends: ReadonlyMap<string, readonly (readonly End[])[]>;

	beforeAll(async () => {
		podman = await podmanHome();
		ends = await runAll(podman);
	}, 240_000);

	afterAll(() => podman?.[Symbol.asyncDispose]());

	it.each(named)('%s: right code passes the order and the right tests, in either idiom', (name, problem) => {
		const [right = [], ...others] = ends.get(name) ?? [];
		const expected = casesOf(problem);
		for (const run of [right, ...others.slice(0, problem.other.length)])
			expect(expected.flatMap((test, at) => problemOf(test, run[at]) ?? [])).toEqual([]);
	});

	it.each(named)('%s: each wrong test contradicts right code', (name, problem) => {
		const [right = []] = ends.get(name) ?? [];
		const first = casesOf(problem).length - problem.tests.length;
		for (const { of, why, ...expect_ } of problem.wrong) {
			const isOther = JSON.stringify(expect_.writes) !== JSON.stringify(problem.tests[of]?.writes);
			expect([why, isOther || problemOf(expect_, right[first + of]) !== undefined]).toEqual([why, true]);
		}
	});

	it.each(named)('%s: each fault is seen somewhere', (name, problem) => {
		const [right = [], ...others] = ends.get(name) ?? [];
		const faulty = others.slice(problem.other.length);
		const unseen = problem.faults.filter((_, at) => isSame(faulty[at], right));
		expect(unseen).toEqual([]);
	});
});

interface Expected {
	readonly output?: unknown;
	readonly error?: string | undefined;
	readonly writes?: object | undefined;
}

/** Examples, rejects, then tests: what each must come to. */
function casesOf({ order, tests }: Problem): readonly Expected[] {
	return [...order.examples, ...order.rejects.map(() => ({ error: '' })), ...tests];
}

function problemOf({ output = {}, error, writes = {} }: Expected, end: End | undefined): unknown {
	if (end === undefined) return 'was not run';
	if ('error' in end) return error === undefined || !/ValueError|Decode/.test(end.error) ? end : undefined;
	if (error !== undefined) return end;
	const missing = Object.keys(writes).filter((name) => !(name in end.files));
	return missing.length > 0 ? missing : differenceOf(output, end.output);
}

async function runAll({ sandboxes, home, artifact }: PodmanHome): Promise<Map<string, readonly (readonly End[])[]>> {
	const { signal } = new AbortController();
	const sandbox = await sandboxes.acquire(home('problems'), signal);
	const program = await readFile(join(import.meta.dirname, 'run_problems.py'), 'utf8');
	const call = async (tool: string, args: object) => {
		const { ok, text } = await sandbox.call({ tool, args: { ...args } }, { signal });
		if (!ok) throw new Error(text);
		return text;
	};
	await call('write_file', { path: '/workspace/run.py', content: program });
	for (const [at, problem] of problems.entries()) {
		const content = JSON.stringify(forPython(problem));
		await call('write_file', { path: '/workspace/problem.json', content });
		await call('bash', {
			command: `python3 /workspace/run.py /workspace/problem.json ${at} 2>/dev/null >>/workspace/ends`,
		});
	}
	await call('bash', { command: 'cp /workspace/ends /outputs/ends' });
	await sandbox.collect(new Map(), signal);
	const lines = Buffer.from(await artifact('problems', 'ends'))
		.toString()
		.split('\n')
		.filter(Boolean);
	const told = lines.map((line) => lineSchema.parse(JSON.parse(line)));
	return new Map(
		problems.map((problem, at) => [
			problem.order.name,
			endsOf(
				problem,
				told.filter(([of]) => of === at),
			),
		]),
	);
}

/** The ends of each code for each case; what is not told of a code is as with the first one. */
function endsOf(problem: Problem, told: readonly z.infer<typeof lineSchema>[]): readonly (readonly End[])[] {
	const { codes, cases } = forPython(problem);
	const endOf = (code: number, at: number) => told.find(([, one, other]) => one === code && other === at)?.[3];
	return codes.map((_, code) => cases.flatMap((_case, at) => endOf(code, at) ?? endOf(0, at) ?? []));
}

function forPython({ order, right, other, faults, tests, probes = [] }: Problem) {
	const cases = [...order.examples, ...order.rejects, ...tests, ...probes];
	return {
		codes: [right, ...other, ...faults.map((fault) => withFault(right, fault))],
		cases: cases.map(({ input, files }) => ({ input, files: files ?? {} })),
	};
}
