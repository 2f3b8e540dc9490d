import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trial } from '../../../bench/attack/attack.ts';
import { documentOf } from '../../../bench/attack/document.ts';
import { attacks, families } from '../../../bench/attack/families.ts';
import { openRange, type Range } from '../../../bench/attack/range/range.ts';
import { readTry } from '../../../bench/attack/range/script.ts';
import { rowOf, summaryOf } from '../../../bench/attack/rows.ts';
import { tryAttack } from '../../../bench/attack/run-attacks.ts';
import { verdictOf } from '../../../bench/attack/verdict.ts';
import { fire, isScripted } from '../../../bench/attack/volley.ts';
import { describeWithPodman } from '../../sandbox/podman/podman-home.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const never = new AbortController().signal;

const [got, refused] = [
	{ got: true, sign: 'x' },
	{ got: false, sign: 'y' },
] as const;

function runMain(...args: string[]): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> {
	const words = ['--disable-warning=ExperimentalWarning', join(root, 'bench/attack.ts'), ...args];
	return new Promise((resolve) => {
		execFile(process.execPath, words, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
	});
}

describe('the table of attacks', () => {
	it('has a row for each, under a name of its own', () => {
		expect(attacks.length).toBeGreaterThan(200);
		const names = attacks.map(({ name }) => name);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
		expect(names.filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([]);
	});

	it('stands in docs/security.md, row by row, with what must hold', async () => {
		const text = await readFile(join(root, 'docs/security.md'), 'utf8');
		const rows = text
			.split('\n')
			.map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')));
		const written = new Map(rows.map(([, name = '', tried, holds]) => [name, [tried, holds]]));
		const missing = attacks.filter(({ name, tried, holds }) => {
			const found = written.get(`\`${name}\``);
			return found?.[0] !== tried || found[1] !== holds;
		});
		expect(missing.map(({ name }) => name)).toEqual([]);
	});

	it('is drawn with a verdict for each runtime', () => {
		const [attack] = attacks;
		if (attack === undefined) throw new Error('There are no attacks');
		const results = [{ attack, runtime: 'runc', verdict: 'held', seen: 'EPERM' } as const];
		const text = documentOf(results, { day: '2026-01-02', machine: 'Linux' });
		expect(text).toContain('Run on 2026-01-02 (Linux): 1 held on runc.');
		expect(text).toMatch(new RegExp(`^\\| \`${attack.name}\` .*\\| held +\\|$`, 'm'));
		expect(text).toContain(`### ${families.at(-1)?.title}`);
		expect(summaryOf(results)).toBe('runc: 1 attacks: 1 held, 0 failed, 0 unproved, 0 not enforceable here');
		expect(
			rowOf(
				results[0] ??
					(() => {
						throw new Error('no row');
					})(),
			),
		).toMatchObject({ suite: 'attack', met: true, runtime: 'runc', value: 'EPERM' });
	});
});

describe('a verdict', () => {
	it.each<[string, Trial, boolean, string]>([
		['held, where only the control got through', { attack: refused, control: got }, false, 'held'],
		['unproved, where the control came to nothing too', { attack: refused, control: refused }, false, 'unproved'],
		['failed, where the attack got through', { attack: got, control: got }, false, 'failed'],
		['failed, whatever its control did', { attack: got, control: refused }, false, 'failed'],
		[
			'not enforceable, where the host is known to lack it',
			{ attack: got, control: got },
			true,
			'not enforceable here',
		],
	])('is %s', (_, trial, lacks, verdict) => {
		expect(verdictOf({ needs: 'limits' }, trial, new Set(lacks ? ['limits'] : []))).toBe(verdict);
	});

	it('is read from what a script said last, and a script that says nothing has failed', () => {
		expect(readTry('Exit code 0\nstdout:\nREFUSED EPERM\nGOT it\n')).toEqual({ got: true, sign: 'it' });
		expect(readTry('Exit code 159 (killed by SIGSYS)')).toMatchObject({ got: false });
		expect(() => readTry('Traceback')).toThrow(/did not say/);
	});
});

describe('npm run attack', () => {
	it('lists its rows, and says what it does not know', async () => {
		const [list, wrong] = await Promise.all([
			runMain('--list', '--only', 'call-bpf'),
			runMain('--only', 'nothing-such'),
		]);
		expect(list).toMatchObject({
			code: 0,
			out: 'call-bpf: the system call bpf; must hold: refused before the kernel looks at it\n',
		});
		expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('no attack and no family "nothing-such"') });
	});
});

describeWithPodman('The quick attacks', () => {
	let range: Range;
	const quick = attacks.filter(({ pace }) => pace === 'quick');

	beforeAll(async () => {
		range = await openRange({ signal: never, runtime: 'runc', say: () => {} });
	}, 60_000);
	afterAll(() => range?.[Symbol.asyncDispose]());

	it('that are scripts come to nothing where their controls get through', { timeout: 60_000 }, async () => {
		const scripted = quick.filter(isScripted);
		const trials = await fire(range, scripted);
		const verdicts = scripted.map((attack) => {
			const trial = trials.get(attack.name);
			return [attack.name, trial === undefined ? 'not made' : verdictOf(attack, trial, new Set())] as const;
		});
		expect(verdicts.filter(([, verdict]) => verdict !== 'held' && verdict !== 'unproved')).toEqual([]);
		expect(verdicts.filter(([, verdict]) => verdict === 'held').length).toBeGreaterThan(90);
	});

	it("on the host's own reader and on names of files come to nothing where their controls get through", async () => {
		const others = quick.filter((attack) => !isScripted(attack));
		const results = await Promise.all(others.map((attack) => tryAttack(range, attack, 'runc')));
		expect(results.filter(({ verdict }) => verdict !== 'held').map(({ attack, seen }) => [attack.name, seen])).toEqual(
			[],
		);
		expect(results.length).toBeGreaterThan(20);
	});
});
