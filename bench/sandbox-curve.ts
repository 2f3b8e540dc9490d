/**
 * `node scripts/node24.mjs bench/sandbox-curve.ts [--counts 1,10,50,100,200] [--minutes <most>] [--png <file>] [--json]`: how many sandboxes one
 * machine holds. For each number of sessions that have one it measures how many a second began (from asking to the first `true`), how long a
 * command takes beside all that are idle (`true` in twenty of them, one by one), and what each takes of the machine's memory. It stops where
 * the time is over, and draws what it has come to, in a sandbox. Without it nothing runs: the control of each number is that of one sandbox.
 */

import { copyFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { userMessage } from '../src/base/errors.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import type { BenchContext } from './bench.ts';
import { spread, timed } from './interleave.ts';
import { drawing } from './parts/curve-drawing.ts';
import { bash, openSandboxBench, type SandboxBench } from './parts/sandbox-bench.ts';
import { type Row, toRow } from './row.ts';
import { summarise } from './summary.ts';

/** With so many sessions that have one. */
interface Point {
	readonly count: number;
	readonly perSecond: number;
	readonly trueMs: number;
	readonly megabytes: number;
}

/** Small: that of two hundred sessions is to fit on the disk. */
const diskBytes = 64 * 2 ** 20;
const looks = 20;
const megabyte = 1e6;

const leaving = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => leaving.abort(new Error(name)));
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const context: BenchContext = { signal: leaving.signal, runs: (wanted) => wanted, say };

const { values } = parseArgs({
	options: {
		counts: { type: 'string', default: '1,10,50,100,200' },
		minutes: { type: 'string', default: '20' },
		png: { type: 'string' },
		json: { type: 'boolean', default: false },
	},
});

/** Brings the sessions up to each number, as far as the time goes. What cannot be started is told, and ends it. */
async function measure(under: SandboxBench, counts: readonly number[], until: number): Promise<readonly Point[]> {
	const points: Point[] = [];
	const running: Sandbox[] = [];
	// What is loaded once is not a sandbox's
	await bash(await startIn(under, 'warm-up'), 'true', context.signal);
	const free = freemem();
	for (const count of counts) {
		try {
			points.push(await pointAt(under, count, { running, free, until }));
		} catch (error) {
			say(`  no further than ${running.length}: ${userMessage(error)}`);
			break;
		}
	}
	return points;
}

interface Machine {
	readonly running: Sandbox[];
	/** Bytes before the first. */
	readonly free: number;
	readonly until: number;
}

async function pointAt(under: SandboxBench, count: number, { running, free, until }: Machine): Promise<Point> {
	const missing = count - running.length;
	const names = Array.from({ length: missing }, (_, at) => `curve-${running.length + at}`);
	const start = async (name: string) => {
		if (performance.now() > until) throw new Error('the time is over');
		const sandbox = await startIn(under, name);
		await bash(sandbox, 'true', context.signal);
		running.push(sandbox);
	};
	const ms = await timed(() => Promise.all(names.map(start)));
	const asked = running.filter((_, at) => at % Math.ceil(running.length / looks) === 0);
	const times: number[] = [];
	for (const sandbox of asked) times.push(await timed(() => bash(sandbox, 'true', context.signal)));
	const took = summarise(times);
	const megabytes = (free - freemem()) / count / megabyte;
	const perSecond = (missing * 1000) / ms;
	say(`  ${count}: ${perSecond.toFixed(2)} a second, true ${spread(took)}, ${megabytes.toFixed(1)} MB each`);
	return { count, perSecond, trueMs: took.median, megabytes };
}

function startIn({ sandboxes, home }: SandboxBench, session: string): Promise<Sandbox> {
	return sandboxes.acquire({ ...home(session), diskBytes }, context.signal);
}

async function draw(under: SandboxBench, points: readonly Point[], png: string): Promise<void> {
	const sandbox = await startIn(under, 'drawing');
	await bash(sandbox, `python3 - <<'END_OF_SOURCE'\n${drawing(points)}\nEND_OF_SOURCE`, context.signal);
	await sandbox.collect(new Map(), context.signal);
	await copyFile(join(under.pathsOf('drawing').outputs, 'curve.png'), png);
	say(`  drawn: ${png}`);
}

function rowsOf(points: readonly Point[]): readonly Row[] {
	const one = (value: number | undefined) => summarise([value ?? Number.NaN]);
	return points.flatMap(({ count, perSecond, trueMs, megabytes }) => [
		toRow({ name: `sandboxes-${count}-rate`, unit: '1/s', value: one(perSecond), control: one(points[0]?.perSecond) }),
		toRow({ name: `sandboxes-${count}-true`, unit: 'ms', value: one(trueMs), control: one(points[0]?.trueMs) }),
		toRow({ name: `sandboxes-${count}-memory`, unit: 'MB', value: one(megabytes), control: one(points[0]?.megabytes) }),
	]);
}

const counts = values.counts.split(',').map(Number);
const until = performance.now() + Number(values.minutes) * 60_000;
await using under = await openSandboxBench(context);
const points = await measure(under, counts, until);
if (values.png !== undefined && points.length > 0) await draw(under, points, values.png);
for (const row of rowsOf(points)) if (values.json) process.stdout.write(`${JSON.stringify(row)}\n`);
