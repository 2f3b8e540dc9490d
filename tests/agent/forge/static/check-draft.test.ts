import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDraft } from '../../../../src/agent/forge/static/check-draft.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import type { Linter } from '../../../../src/lint/linter.ts';
import { createRuffLinter } from '../../../../src/lint/ruff-linter.ts';
import type { CallResult, Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from '../../../sandbox/podman/podman-home.ts';
import { createFakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { homeFrom, pathsIn } from '../../../support/session-home.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { specOf } from './spec-of.ts';

const never = new AbortController().signal;
const linter = createRuffLinter({ log: silentLogger });
afterAll(() => linter[Symbol.asyncDispose]());

const tool = (line: string, before = '') => `${before}def run(input: dict) -> dict:\n    ${line}\n`;
const draftOf = (code: string, dependencies: readonly string[] = []) => ({
	code,
	usage: 'sum_column {}',
	dependencies: [...dependencies],
});

describeWithPodman('checkDraft in a real sandbox', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;
	beforeAll(async () => {
		home = await podmanHome();
		await home.sandboxes.prepare(never);
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	});
	afterAll(() => home[Symbol.asyncDispose]());

	const check = (code: string, dependencies: readonly string[] = [], fields: Parameters<typeof specOf>[0] = {}) => {
		const context = { sandbox: async () => sandbox, signal: never };
		return checkDraft(draftOf(code, dependencies), specOf(fields), { linter, context });
	};

	it('passes a plain tool, and says what it needs', async () => {
		const code = tool(
			'return {"sum": float(np.sum(input["numbers"])), "said": humanize.intcomma(3)}',
			'import json\nimport humanize\nimport numpy as np\n\n\n',
		);
		expect(await check(code, ['humanize>=4'])).toEqual({
			verdict: { kind: 'passed' },
			warnings: ['line 1: F401 `json` imported but unused'],
			requirements: ['humanize>=4'],
			dependencies: ['humanize>=4', 'numpy'],
		});
	});

	it.each([
		['syntax', 'def run(input: dict) -> dict\n    return {}\n', 'line 1: '],
		['syntax', tool('nonlocal x'), 'nonlocal'],
		['lint', tool('return {"sum": total}'), 'line 2: F821 Undefined name `total`\n    return {"sum": total}'],
		['policy', tool('return eval(input["a"])'), 'line 2: '],
		['policy', tool('return {"a": __import__("so" + "cket")}'), '(dynamic-exec)'],
		['policy', 'import os\nos.getcwd()\n\n\ndef run(input: dict) -> dict:\n    return {}\n', '(import-time-work)'],
		['policy', 'def other(input):\n    return {}\n', '(no-run)'],
		['policy', tool('return {"a": requests.get("x", timeout=1).text}', 'import requests\n'), 'without a network'],
		['imports', tool('return {"a": humanize.intword(1)}', 'import humanize\n'), 'line 1: "humanize" is neither there'],
	])('refuses as %s: %j', async (reason, code, says) => {
		const { verdict } = await check(code);
		expect(verdict).toMatchObject({ kind: 'refused', class: reason, feedback: expect.stringContaining(says) });
	});

	it('names the misspelt dependency', async () => {
		const { verdict } = await check(tool('return {"a": humanize.intword(1)}', 'import humanize\n'), ['humanise']);
		expect(verdict).toMatchObject({ class: 'imports', feedback: expect.stringContaining('misspelt') });
	});

	it('tells all at once, the worst first', async () => {
		const code = tool('return {"a": eval("1"), "b": nowhere, "c": humanize}', 'import humanize\n');
		const { verdict } = await check(code);
		expect(verdict).toMatchObject({
			class: 'policy',
			feedback: expect.stringMatching(/dynamic-exec[\s\S]*F821[\s\S]*"humanize" is neither/),
		});
	});

	it('lets programs run for those who declare it', async () => {
		const code = tool('return {"a": subprocess.run(["ls"], check=True).returncode}', 'import subprocess\n\n\n');
		expect((await check(code)).verdict).toMatchObject({ class: 'policy' });
		expect((await check(code, [], { capabilities: ['subprocess'] })).verdict).toEqual({ kind: 'passed' });
	});

	it('refuses what it cannot read', async () => {
		const { verdict } = await check(`x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n`);
		expect(verdict).toMatchObject({ class: 'sandbox', feedback: expect.stringContaining('could not be checked') });
	});
});

describe('checkDraft', () => {
	const clean: CallResult = { ok: true, text: '', data: { stage: 'checked', imports: [], findings: [] } };

	async function check(answer: CallResult, { by = linter, code = tool('return {}'), signal = never } = {}) {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { check_tool: () => answer } });
		const context = { sandbox: () => sandboxes.acquire(homeFrom('s', pathsIn(dir.path)), never), signal };
		return (await checkDraft(draftOf(code), specOf({}), { linter: by, context })).verdict;
	}

	const broken: Linter = {
		check: async (_source, signal) => {
			signal.throwIfAborted();
			throw new Error('The linter failed: no memory for /srv/threads/lint.wasm');
		},
		[Symbol.asyncDispose]: async () => undefined,
	};

	it('passes what both find clean', async () => {
		expect(await check(clean)).toEqual({ kind: 'passed' });
	});

	it('refuses when the linter is broken, however clean the draft is', async () => {
		expect(await check(clean, { by: broken })).toMatchObject({
			class: 'sandbox',
			feedback: expect.stringContaining('no memory for lint.wasm'),
		});
	});

	it('refuses when the check came to no end, or talks nonsense', async () => {
		for (const answer of [
			{ ok: false, text: 'The sandbox ended: out of memory', lost: 'out of memory' },
			{ ok: false, text: 'It hung', data: clean.data },
			{ ok: true, text: 'passed' },
			{ ok: true, text: 'passed', data: { stage: 'passed' } },
			{ ok: true, text: 'passed', data: { stage: 'checked', imports: [] } },
		])
			expect(await check(answer), JSON.stringify(answer)).toMatchObject({ kind: 'refused', class: 'sandbox' });
	});

	it('refuses code that is too long without asking anybody', async () => {
		expect(await check(clean, { by: broken, code: '#'.repeat(200_001) })).toMatchObject({ class: 'answer' });
	});

	it('rejects with the reason of its signal, after the sandbox has answered too', async () => {
		const signal = AbortSignal.abort(new Error('stopped by Ada'));
		await expect(check(clean, { by: broken, signal })).rejects.toThrow('stopped by Ada');
		const stop = new AbortController();
		const late: Linter = {
			...broken,
			check: async (_source, own) => {
				await setImmediate();
				stop.abort(new Error('stopped by Grace'));
				own.throwIfAborted();
				return [];
			},
		};
		await expect(check(clean, { by: late, signal: stop.signal })).rejects.toThrow('stopped by Grace');
	});
});
