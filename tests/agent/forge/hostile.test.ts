import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgeTool } from '../../../src/agent/forge/forge-tool.ts';
import { type ForgeRun, readRun } from '../../../src/agent/forge/run/forge-run.ts';
import type { Model } from '../../../src/agent/model/model.ts';
import { emptyHistory } from '../../../src/agent/session/history.ts';
import type { ToolContext, ToolOutcome } from '../../../src/agent/tool.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { Linter } from '../../../src/lint/linter.ts';
import { createRuffLinter } from '../../../src/lint/ruff-linter.ts';
import { places } from '../../../src/platforms.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import type { SessionFolder } from '../../../src/store/store.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from '../../sandbox/podman/podman-home.ts';
import { never } from '../../sandbox/podman/run-in.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { good, type HostileDraft, hostileDrafts, looksAround } from './hostile-drafts.ts';

const number = { type: 'integer' };
const rawSpec = {
	name: 'double_number',
	category: 'maths',
	purpose: 'Twice a whole number that is not negative.',
	input: { type: 'object', properties: { n: number }, required: ['n'], additionalProperties: false },
	output: { type: 'object', properties: { double: number }, required: ['double'], additionalProperties: false },
	examples: [
		{ input: { n: 2 }, output: { double: 4 } },
		{ input: { n: 50 }, output: { double: 100 } },
	],
	rejects: [{ input: { n: -1 }, says: 'negative' }],
};

interface Answer {
	readonly code: string;
	readonly dependencies?: readonly string[];
	readonly tests?: readonly unknown[];
}

/** A Coder that gives these answers in turn, the last one again and again. */
function coderOf(answers: readonly Answer[]): Model {
	let nth = 0;
	return {
		name: 'hostile',
		reply: () => {
			throw new Error('The Coder is only asked for structured answers');
		},
		ask: async ({ name, schema }) => {
			const { code, dependencies = [], tests = [] } = answers[Math.min(nth, answers.length - 1)] ?? { code: good };
			if (name === 'tool_tests') return { value: schema.parse({ tests }) };
			nth += 1;
			return { value: schema.parse({ code, usage: 'double_number {"n": 2}', dependencies }) };
		},
	};
}

/** Runs of drafts have less time than people's: some of these never end. */
function inAHurry(sandbox: Sandbox): Sandbox {
	return {
		...sandbox,
		call: ({ tool, args }, watch) =>
			sandbox.call({ tool, args: tool === 'try_tool' ? { ...args, timeout: 4 } : args }, watch),
	};
}

interface Forged {
	readonly outcome: ToolOutcome;
	readonly run: ForgeRun | undefined;
	readonly folder: SessionFolder;
}

describeWithPodman('the forge, told lies by its Coder,', () => {
	let podman: PodmanHome;
	let dir: TempDir;
	let linter: Linter;
	let nth = 0;
	/** The one that they all share, or the next, where a draft has taken it along: on a busy machine a fork bomb may. */
	const sandbox = async (): Promise<Sandbox> => inAHurry(await podman.sandboxes.acquire(podman.home('hostile'), never));

	beforeAll(async () => {
		podman = await podmanHome();
		dir = await tempDir();
		linter = createRuffLinter({ log: silentLogger });
	}, 60_000);

	afterAll(async () => {
		await linter?.[Symbol.asyncDispose]();
		await podman?.[Symbol.asyncDispose]();
		await dir?.[Symbol.asyncDispose]();
	});

	/** Forges in a session of its own, in the one sandbox: nothing that a draft does may reach the next. */
	async function forge(answers: readonly Answer[], more: object = {}): Promise<Forged> {
		nth += 1;
		const sessions = openSessions(join(dir.path, 'home'));
		const folder = await sessions.open(`local-hostile-${nth}`);
		const tool = forgeTool({
			coder: coderOf(answers),
			judge: undefined,
			linter,
			packages: { allowed: [], enabled: true },
			sessions,
			places,
			labs: { open: () => ({ sandbox, [Symbol.dispose]: () => {} }) },
		});
		const context = {
			session: { folder, history: () => emptyHistory },
			call: {
				id: 'c1',
				thread: { platform: 'terminal', id: 'hostile' },
				person: { id: 'local', name: 'Ada' },
				answer: undefined,
			},
			sandbox,
			output: () => {},
			signal: never,
		} as unknown as ToolContext;
		const outcome = await tool.run({ ...rawSpec, ...more }, context);
		return { outcome, run: await readRun(folder, 'c1'), folder };
	}

	it.each(hostileDrafts as HostileDraft[])(
		'refuses $title, and takes the next try',
		async ({ code, dependencies, capabilities, refused, says }) => {
			const { outcome, run, folder } = await forge(
				[{ code, ...(dependencies && { dependencies }) }, { code: good }],
				capabilities && { capabilities },
			);
			const [first, ...later] = run?.tries ?? [];
			const second = later.find(({ refused: why }) => why?.class !== 'sandbox');
			expect(first?.refused?.class).toBeOneOf([...refused]);
			expect(first?.refused?.feedback.length).toBeLessThanOrEqual(1500);
			if (says) expect(first?.refused?.feedback).toMatch(says);
			expect(second).toBeDefined();
			expect(second?.refused).toBeUndefined();
			expect(outcome).toMatchObject({ ok: true });
			expect(await folder.files.tools.list()).toEqual([{ tool: 'maths/double_number', version: 1 }]);
			expect(await (await sandbox()).sweep()).toEqual([]);
		},
		90_000,
	);

	it('shows a draft nothing of what an earlier run, or an earlier draft, has left', async () => {
		for (const _ of ['once', 'again']) {
			const { run } = await forge([{ code: looksAround }]);
			expect(run?.tries.map((one) => one.refused)).toEqual([undefined]);
		}
	});

	it('gives up after four lies, tells the Brain one sentence of it, and keeps nothing', async () => {
		const { outcome, run, folder } = await forge([{ code: good.replace('* 2', '* 3') }]);
		expect(run?.tries).toHaveLength(4);
		expect(outcome).toMatchObject({ ok: false });
		expect(JSON.stringify(outcome).length).toBeLessThan(1400);
		expect(JSON.stringify(outcome)).not.toContain('* 3');
		expect(await folder.files.tools.list()).toEqual([]);
	});

	it('takes no test that asserts nothing, or that the spec forbids', async () => {
		const tests = [
			{ name: 'nothing', input: { n: 3 }, output: {} },
			{ name: 'beside the schema', input: { m: 3 }, output: { double: 6 } },
		];
		const { outcome, run } = await forge([{ code: good, tests }]);
		expect(outcome).toMatchObject({ ok: true });
		expect(run?.tests?.map((one) => one.name)).not.toContain('nothing');
		expect(run?.tests?.map((one) => one.name)).not.toContain('beside the schema');
	});

	it('leaves nothing running of a tool that was allowed to start programs', async () => {
		const code = `import subprocess\n\n\n${good.replace('    return', '    subprocess.Popen(["setsid", "sleep", "600"])\n    return')}`;
		const { run } = await forge([{ code }], { capabilities: ['subprocess'] });
		expect(run?.tries.length).toBeGreaterThan(0);
		expect(await (await sandbox()).sweep()).toEqual([]);
		const seen = await (await sandbox()).call(
			{ tool: 'bash', args: { command: 'ps -e -o args= | grep -c "[s]leep 600"' } },
			{ signal: never },
		);
		expect(seen.text).toContain('0');
	});
});
