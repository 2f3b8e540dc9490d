import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArena } from '../../../bench/judge-eval/arena.ts';
import type { EvalContext, Evaluation } from '../../../bench/judge-eval/evaluation.ts';
import { faults } from '../../../bench/judge-eval/evaluations/faults.ts';
import { sloppy } from '../../../bench/judge-eval/evaluations/sloppy.ts';
import { withModels } from '../../../bench/judge-eval/evaluations/with-models.ts';
import { evaluations } from '../../../bench/judge-eval/evaluations.ts';
import { openArena } from '../../../bench/judge-eval/open-arena.ts';
import { problems } from '../../../bench/judge-eval/problems.ts';
import { createLabs } from '../../../src/agent/forge/try/lab.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { codeOf, coderOf, fakeCheck, fakeTry, rawSpec } from '../../agent/forge/specs.ts';
import { describeWithPodman } from '../../sandbox/podman/podman-home.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { homeOf } from '../../support/session-home.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';

const { signal } = new AbortController();

describe('the evaluations', () => {
	let dir: TempDir;
	let done: AsyncDisposableStack;
	let context: EvalContext;

	beforeEach(async () => {
		dir = await tempDir();
		done = new AsyncDisposableStack();
		const sessions = done.use(openSessions(dir.path));
		const sandboxes = done.use(createFakeSandboxes({ tools: { check_tool: fakeCheck, try_tool: fakeTry() } }));
		const linter = { check: async () => [], [Symbol.asyncDispose]: async () => {} };
		const acquire = async (id: string) => sandboxes.acquire(homeOf(await sessions.open(id)), signal);
		const arena = createArena({ sessions, linter, acquire, labs: createLabs(sandboxes, 2 ** 26) }, signal);
		context = { signal, lanes: 2, say: () => {}, problems: problems.slice(0, 1), arena: async () => arena };
	});

	afterEach(async () => {
		await done[Symbol.asyncDispose]();
		await dir[Symbol.asyncDispose]();
	});

	it("have rows of names that are nobody else's", () => {
		const names = evaluations.flatMap(({ name, rows }) => [name, ...rows]);
		expect(new Set(names).size).toBe(names.length);
	});

	it('count sloppy orders that reach the Coder', async () => {
		const [through, trips] = await sloppy.run(context);
		expect(through).toMatchObject({ name: 'sloppy-through', unit: '%' });
		expect(through?.value).toBeGreaterThan(through?.control ?? 100);
		expect(trips?.value).toBeGreaterThanOrEqual(1);
	});

	it('have real models order and make a tool, and tell one that is wrong in use', async () => {
		const [problem] = problems.filter(({ order }) => order.name === 'numbers/split_bill');
		const order = { ...rawSpec, name: 'numbers/split_bill' };
		const [brain, coder] = [brainOf(order), coderOf([codeOf('right')])];
		const [made, wrong, trips] = await withModels({ brain, coder }).run({
			...context,
			problems: problem ? [problem] : [],
		});
		expect(made).toMatchObject({ name: 'tools-made', value: 100 });
		expect(wrong).toMatchObject({ name: 'wrong-tools-passed', value: 100 });
		expect(trips).toMatchObject({ name: 'round-trips', value: 1 });
	});

	it('pass nothing where the sandbox gives no right result', async () => {
		const rows = await faults.run(context);
		expect(rows.find(({ name }) => name === 'faults-passed')).toMatchObject({ value: 0, met: true });
		expect(rows.find(({ name }) => name === 'lookup-passed')).toMatchObject({ value: 0, met: true });
	});
});

/** A Brain that orders this once. */
function brainOf(order: object) {
	return scriptedModel([{ calls: [{ name: 'forge_tool', args: order }] }]);
}

describeWithPodman('On real sandboxes the evaluations', () => {
	// Half a minute for all: the others differ in what they are given.
	const tried = evaluations.filter(({ name }) => ['right', 'wrong-tests'].includes(name));
	it.each(tried.map((one) => [one.name, one] as const))(
		'measure %s',
		async (_: string, evaluation: Evaluation) => {
			await using arena = await openArena(signal);
			const few = problems.filter(({ order }) => ['numbers/split_bill', 'files/filter_csv'].includes(order.name));
			const rows = await evaluation.run({ signal, lanes: 2, say: () => {}, problems: few, arena: async () => arena });
			expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([rows[0]?.name]));
			expect(evaluation.rows).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
			expect(rows.find(({ name }) => name === 'right-refused')?.value ?? 0).toBe(0);
		},
		180_000,
	);
});
