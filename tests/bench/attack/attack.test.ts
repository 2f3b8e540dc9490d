import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trial } from '../../../bench/attack/attack.ts';
import { documentOf } from '../../../bench/attack/document.ts';
import { attacks, families } from '../../../bench/attack/families.ts';
import { provedBy } from '../../../bench/attack/far-attacks.ts';
import { boundsOf, sparedBy } from '../../../bench/attack/ground.ts';
import { openRange, type Range } from '../../../bench/attack/range/range.ts';
import { readTry } from '../../../bench/attack/range/script.ts';
import { rowOf, summaryOf } from '../../../bench/attack/rows.ts';
import { dueAfter, tryAttack } from '../../../bench/attack/run-attacks.ts';
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

	it('is drawn with a verdict for each runtime and mode, and why one is not as it should be', () => {
		const [attack] = attacks;
		if (attack === undefined) throw new Error('There are no attacks');
		const held = { attack, ground: { runtime: 'runc', mode: 'root' }, verdict: 'held', seen: 'EPERM' } as const;
		const none = {
			...held,
			ground: { runtime: 'runsc', mode: 'rootless' },
			verdict: 'does not apply',
			why: 'none',
		} as const;
		const text = documentOf([held, none], { day: '2026-01-02', machine: 'Linux' });
		expect(text).toContain('Run on 2026-01-02 (Linux):');
		expect(text).toContain('| runc            | 1    | 0      | 0        | 0                    | 0              |');
		expect(text).toContain(`- runsc, rootless: _does not apply_, none: \`${attack.name}\``);
		expect(text).toMatch(new RegExp(`^\\| \`${attack.name}\` .*\\| held +\\| does not apply +\\|$`, 'm'));
		expect(text).toContain(`### ${families.at(-1)?.title}`);
		expect(summaryOf([held])).toBe(
			'runc: 1 attacks: 1 held, 0 failed, 0 unproved, 0 not enforceable here, 0 does not apply',
		);
		expect(rowOf(held)).toMatchObject({ suite: 'attack', met: true, runtime: 'runc', mode: 'root', value: 'EPERM' });
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
		expect(verdictOf({ needs: ['limits'] }, trial, new Map(lacks ? [['limits', 'why']] : []))).toBe(verdict);
	});

	it('does not apply, where its control finds nothing to attack', () => {
		const control = readTry('ABSENT this kernel has none');
		expect(verdictOf({}, { attack: refused, control }, new Map())).toBe('does not apply');
		expect(verdictOf({}, { attack: got, control }, new Map())).toBe('failed');
	});

	it('stands without an attack where that would hold the machine to nothing, or has nothing to attack', () => {
		const bomb = attacks.find(({ name }) => name === 'fork-bomb');
		const masked = attacks.find(({ name }) => name === 'masked-path-swap');
		if (bomb === undefined || masked === undefined) throw new Error('These rows are gone');
		const lacking = new Map([['limits', 'no groups']] as const);
		expect(sparedBy(bomb, { lacking, ownKernel: false })).toEqual({
			verdict: 'not enforceable here',
			why: 'no groups',
		});
		expect(sparedBy(masked, { lacking, ownKernel: true })).toMatchObject({ verdict: 'does not apply' });
		expect(sparedBy(bomb, boundsOf({ runtime: 'runc', mode: 'root' }))).toBeUndefined();
	});

	it('of an attack that takes minutes and meets no sandbox is had on one ground of a run', () => {
		const [heavy, slow] = (['heavy', 'slow'] as const).map((pace) => attacks.find((one) => one.pace === pace));
		if (heavy === undefined || slow === undefined) throw new Error('These rows are gone');
		const made = (attack: typeof heavy) =>
			({ attack, ground: { runtime: 'runc', mode: 'root' }, verdict: 'held', seen: 'x' }) as const;
		expect(dueAfter([], [heavy, slow])).toEqual([heavy, slow]);
		expect(dueAfter([made(heavy), made(slow)], [heavy, slow])).toEqual([slow]);
		expect(dueAfter([made(slow)], [heavy])).toEqual([heavy]);
	});

	it('of a plain user is proved by the control of root, where its own came to nothing', () => {
		const [attack] = attacks;
		if (attack === undefined) throw new Error('There are no attacks');
		const roots = {
			attack,
			ground: { runtime: 'runc', mode: 'root' },
			verdict: 'held',
			seen: 'x',
			control: 'made',
		} as const;
		const own = { ...roots, ground: { runtime: 'runc', mode: 'rootless' }, verdict: 'unproved' } as const;
		expect(provedBy(own, [roots])).toMatchObject({ verdict: 'held', control: 'as root: made' });
		expect(provedBy(own, [{ ...roots, verdict: 'unproved' }])).toBe(own);
		expect(provedBy({ ...own, verdict: 'failed' }, [roots])).toMatchObject({ verdict: 'failed' });
	});

	it('is got, where the sandbox ended under the script', () => {
		expect(readTry('REFUSED x\nSANDBOX-ENDED out of memory')).toMatchObject({ got: true });
	});

	it('is read from what a script said last, and a script that says nothing has failed', () => {
		expect(readTry('Exit code 0\nstdout:\nREFUSED EPERM\nGOT it\n')).toEqual({ got: true, sign: 'it' });
		expect(readTry('Exit code 159 (killed by SIGSYS)')).toMatchObject({ got: false });
		expect(() => readTry('Traceback')).toThrow(/did not say/);
	});
});

describe('npm run attack', () => {
	it('lists its rows, and says what it does not know', async () => {
		const [list, wrong, mode] = await Promise.all([
			runMain('--list', '--only', 'call-bpf'),
			runMain('--only', 'nothing-such'),
			runMain('--mode', 'nobody'),
		]);
		expect(mode).toMatchObject({ code: 2, err: expect.stringContaining('There is no mode "nobody"') });
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
			return [attack.name, trial === undefined ? 'not made' : verdictOf(attack, trial, new Map())] as const;
		});
		const fine = ['held', 'unproved', 'does not apply'];
		expect(verdicts.filter(([, verdict]) => !fine.includes(verdict))).toEqual([]);
		expect(verdicts.filter(([, verdict]) => verdict === 'held').length).toBeGreaterThan(90);
	});

	it('on what the host reads, and by git, come to nothing where their controls get through', {
		timeout: 120_000,
	}, async () => {
		const others = quick.filter((attack) => !isScripted(attack));
		const ground = { runtime: 'runc', mode: 'root' } as const;
		const place = { ground, bounds: boundsOf(ground) };
		const results = await Promise.all(others.map((attack) => tryAttack(range, attack, place)));
		expect(results.filter(({ verdict }) => verdict !== 'held').map(({ attack, seen }) => [attack.name, seen])).toEqual(
			[],
		);
		expect(results.length).toBeGreaterThan(20);
	});
});
