/**
 * How many sandboxes one machine holds: for each number of sessions that have one, how many a second began (from asking to the first `true`), how
 * long a command takes beside all that are idle (`true` in twenty of them, one by one), and what each takes of the machine's memory: what its
 * control group is charged for, and its conmon's share. The control of each number is that of the first. It stops where the time or the memory is over, and draws what it has
 * come to, in a sandbox.
 */

import { copyFile, readFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { userMessage } from '../src/base/errors.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { asCommand, say, whole } from './as-command.ts';
import type { BenchContext } from './bench.ts';
import { spread, timed } from './interleave.ts';
import { drawing } from './parts/curve-drawing.ts';
import { type CurvePoint, curveTable } from './parts/curve-table.ts';
import { hostProcesses } from './parts/host-processes.ts';
import { curvePicture, performancePage } from './parts/performance-page.ts';
import { containersWith, memoryOf } from './parts/podman-cli.ts';
import { bash, cliOf, openSandboxBench, type SandboxBench } from './parts/sandbox-bench.ts';
import { writeBetween } from './parts/write-between.ts';
import { type Row, round, toRow } from './row.ts';
import { summarise } from './summary.ts';

const command = 'node scripts/node24.mjs bench/sandbox-curve.ts --write';
const usage = `${command.replace('--write', '[--counts <n,…>] [--minutes <most>] [--write] [--json]')}

  Starts sandboxes of more and more sessions, which all stay, and measures beside them.

  --counts   default 1,10,50,100,200
  --minutes  default 20
  --write    put the picture and its table into docs/performance.md
  --json     one JSON object a row on standard output, and nothing else
`;

/** Small: that of two hundred sessions is to fit on the disk. */
const diskBytes = 64 * 2 ** 20;
const looks = 20;
const megabyte = 1e6;
/** So much of the machine's memory is left to others, bytes. */
const spared = 2e9;
/** Before anything was measured, bytes. */
const guessed = 60e6;

interface Choice {
	readonly counts: readonly number[];
	readonly minutes: number;
	readonly write: boolean;
	readonly json: boolean;
}

function choose(args: readonly string[]): Choice | undefined {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			counts: { type: 'string', default: '1,10,50,100,200' },
			minutes: { type: 'string', default: '20' },
			write: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const { write, json } = values;
	const counts = values.counts.split(',').map((text) => whole('counts', text));
	return { counts, minutes: whole('minutes', values.minutes), write, json };
}

/** Sandboxes that run. */
interface Machine extends Pick<BenchContext, 'signal'> {
	readonly under: SandboxBench;
	readonly running: Sandbox[];
	/** By `performance.now()`, ms. */
	readonly until: number;
}

/** Brings the sessions up to each number, as far as time and memory go. What cannot be started is told, and ends it. */
async function measure(machine: Machine, counts: readonly number[]): Promise<readonly CurvePoint[]> {
	const points: CurvePoint[] = [];
	for (const count of counts) {
		try {
			holdMemory(count - machine.running.length, (points.at(-1)?.megabytes ?? 0) * megabyte);
			points.push(await pointAt(machine, count));
		} catch (error) {
			machine.signal.throwIfAborted();
			say(`  no further than ${machine.running.length}: ${userMessage(error)}`);
			break;
		}
	}
	return points;
}

function holdMemory(missing: number, each: number): void {
	const needed = missing * Math.max(each, guessed) + spared;
	if (needed > freemem()) throw new Error(`${missing} more want ${Math.round(needed / 1e9)} GB of memory`);
}

async function pointAt(machine: Machine, count: number): Promise<CurvePoint> {
	const { under, running, signal } = machine;
	const from = running.length;
	const names = Array.from({ length: count - from }, (_, at) => `curve-${from + at}`);
	const ms = await timed(() => Promise.all(names.map((name) => startIn(machine, name))));
	const asked = running.filter((_, at) => at % Math.ceil(running.length / looks) === 0);
	const times: number[] = [];
	for (const sandbox of asked) times.push(await timed(() => bash(sandbox, 'true', signal)));
	const took = summarise(times);
	const megabytes = (await bytesOfAll(under)) / count / megabyte;
	const perSecond = ((count - from) * 1000) / ms;
	say(`  ${count}: ${perSecond.toFixed(2)} a second, true ${spread(took)}, ${megabytes.toFixed(1)} MB each`);
	return { count, perSecond: round(perSecond), trueMs: round(took.median), megabytes: round(megabytes) };
}

async function bytesOfAll(under: SandboxBench): Promise<number> {
	const containers = await containersWith(`home=${basename(under.stateDir)}`, cliOf(under));
	const monitors = hostProcesses().filter(({ command }) => /^\S*conmon /.test(command));
	const ours = monitors.filter(({ command }) => containers.some(({ id }) => command.includes(id)));
	const all = await Promise.all([...containers.map(memoryOf), ...ours.map(({ pid }) => shareOf(pid))]);
	return all.reduce((sum, bytes) => sum + bytes, 0);
}

/** A process's part of the pages that it is in, bytes (proc(5), `smaps_rollup`). */
async function shareOf(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
	return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

async function startIn({ under, running, until, signal }: Machine, session: string): Promise<void> {
	if (performance.now() > until) throw new Error('the time is over');
	const sandbox = await under.sandboxes.acquire({ ...under.home(session), diskBytes }, signal);
	await bash(sandbox, 'true', signal);
	running.push(sandbox);
}

/** In one of the sandboxes. */
async function draw({ under, signal }: Machine, points: readonly CurvePoint[]): Promise<void> {
	const session = 'curve-0';
	const sandbox = await under.sandboxes.acquire({ ...under.home(session), diskBytes }, signal);
	await bash(sandbox, `python3 - <<'END_OF_SOURCE'\n${drawing(points)}\nEND_OF_SOURCE`, signal);
	await sandbox.collect(new Map(), signal);
	await copyFile(join(under.pathsOf(session).outputs, 'curve.png'), curvePicture);
}

function rowsOf(points: readonly CurvePoint[]): readonly Row[] {
	const one = (value: number | undefined) => summarise([value ?? Number.NaN]);
	return points.flatMap(({ count, perSecond, trueMs, megabytes }) => [
		toRow({ name: `sandboxes-${count}-rate`, unit: '1/s', value: one(perSecond), control: one(points[0]?.perSecond) }),
		toRow({ name: `sandboxes-${count}-true`, unit: 'ms', value: one(trueMs), control: one(points[0]?.trueMs) }),
		toRow({ name: `sandboxes-${count}-memory`, unit: 'MB', value: one(megabytes), control: one(points[0]?.megabytes) }),
	]);
}

async function drawCurve({ counts, minutes, write, json }: Choice, signal: AbortSignal): Promise<number> {
	await using under = await openSandboxBench({ signal, runs: (wanted) => wanted, say });
	// What is loaded once is not a sandbox's
	await bash(await under.acquire('warm-up'), 'true', signal);
	await under.sandboxes.end('warm-up');
	const machine = { under, running: [], until: performance.now() + minutes * 60_000, signal };
	const points = await measure(machine, counts);
	if (points.length === 0) return 1;
	process.stdout.write(
		json
			? rowsOf(points)
					.map((row) => `${JSON.stringify(row)}\n`)
					.join('')
			: `${curveTable(points)}\n`,
	);
	if (!write) return 0;
	await draw(machine, points);
	await writeBetween(performancePage, command, curveTable(points));
	return 0;
}

process.exitCode = await asCommand(
	{ usage, choose, run: drawCurve, failed: 'The curve could not be measured' },
	process.argv.slice(2),
);
