import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { cpuWeightIn } from '../../../../src/sandbox/podman/container/cpu-weight.ts';
import { weightAfter, workAfter, yieldWhileBusy } from '../../../../src/sandbox/podman/lifetime/yielding.ts';
import { tempDir } from '../../../support/temp-dir.ts';

describe('the weight of a sandbox', () => {
	it('is whole at first and small after minutes of computing', () => {
		let work = 0;
		const weights: number[] = [];
		for (let second = 0; second < 240; second += 10) {
			weights.push(weightAfter(work));
			work = workAfter(work, 10, 10);
		}
		expect(weights[0]).toBe(1);
		expect(weights[2]).toBeLessThan(0.3);
		expect(weights.at(-1)).toBeLessThan(1 / 16);
	});

	it('comes back while it rests', () => {
		const busy = workAfter(0, 600, 600);
		expect(weightAfter(busy)).toBeLessThan(0.1);
		expect(weightAfter(workAfter(busy, 0, 1_200))).toBe(1);
	});

	it('is never more, for more work, and never nothing', () => {
		const time = fc.double({ min: 0, max: 1e6, noNaN: true });
		fc.assert(
			fc.property(time, time, time, (before, used, passed) => {
				const less = weightAfter(workAfter(before, used, passed));
				expect(less).toBeLessThanOrEqual(weightAfter(workAfter(before, 0, passed)));
				expect(less).toBeGreaterThanOrEqual(1 / 32);
				expect(less).toBeLessThanOrEqual(1);
			}),
		);
	});
});

describe('the weight in the control groups', () => {
	it.each([
		['v1', { cpu: 'cpu.shares', usual: '1024', quarter: '256', used: ['cpuacct', 'cpuacct.usage', '3000000000\n'] }],
		[
			'v2',
			{ cpu: 'cpu.weight', usual: '100', quarter: '25', used: ['', 'cpu.stat', 'usage_usec 3000000\nuser_usec 1\n'] },
		],
	] as const)('is set and read back on %s', async (version, { cpu, usual, quarter, used }) => {
		await using dir = await tempDir();
		const folders = new Map(
			version === 'v1'
				? [
						['cpu', dir.path],
						['cpuacct', dir.path],
					]
				: [['', dir.path]],
		);
		await writeFile(join(dir.path, cpu), usual);
		await writeFile(join(dir.path, used[1]), used[2]);
		const weight = cpuWeightIn(folders);
		expect(await weight.used()).toBe(3);
		expect(await weight.set(1 / 4)).toBe(0.25);
		expect(await readFile(join(dir.path, cpu), 'utf8')).toBe(quarter);
	});

	it('is none where it cannot be set, or is gone', async () => {
		await using dir = await tempDir();
		await mkdir(join(dir.path, 'cpu.shares'));
		const weight = cpuWeightIn(new Map([['cpu', dir.path]]));
		expect(await weight.set(0.5)).toBeUndefined();
		expect(await weight.used()).toBeUndefined();
	});
});

describe('a sandbox that computes', () => {
	it('yields, and gets its weight back when it rests', async () => {
		let now = 0;
		let used = 0;
		let due: (() => void) | undefined;
		const clock: Clock = {
			now: () => now,
			after: (ms, then) => {
				due = () => {
					now += ms;
					then();
				};
				return () => {
					due = undefined;
				};
			},
		};
		const parts: number[] = [];
		const weight = {
			used: async () => used,
			set: async (part: number) => {
				parts.push(part);
				return part;
			},
		};
		const look = async (computes: number) => {
			while (!due) await nextTurn();
			const next = due;
			due = undefined;
			used += computes;
			next();
		};
		{
			using _yielding = yieldWhileBusy(weight, silentLogger, clock);
			for (let at = 0; at < 60; at += 1) await look(2);
			expect(parts.at(-1)).toBeLessThan(0.1);
			for (let at = 0; at < 600; at += 1) await look(0);
			expect(parts.at(-1)).toBe(1);
			while (!due) await nextTurn();
		}
		expect(due).toBeUndefined();
	});
});
