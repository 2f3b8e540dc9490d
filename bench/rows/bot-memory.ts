/**
 * Measures the resident memory of an installed bot (`./threadsmith` on a new home) that has answered one "hi" and is idle, in MB of a
 * million bytes. Control: a Node of the same version that waits and does nothing.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import type { Bench } from '../bench.ts';
import { compare, spread } from '../interleave.ts';
import { echoScript } from '../parts/echo-script.ts';
import { settledBytes, startInstalledBot } from '../parts/installed-bot.ts';
import { toRow } from '../row.ts';

const megabyte = 1e6;

export const botMemory: Bench = {
	name: 'bot-memory',
	async run(context) {
		await using server = await startModelServer({ brain: echoScript });
		const { value, control } = await compare(
			{
				subject: () => idleBot(server.url, context.signal),
				control: () => idleNode(context.signal),
			},
			{ runs: 5, warmUps: 1 },
			context,
		);
		context.say(`  bot ${spread(value)}; bare Node ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'MB', value, control, goal: { of: 'value', most: 120 } })];
	},
};

async function idleBot(url: string, signal: AbortSignal): Promise<number> {
	await using bot = await startInstalledBot(url, 'hi');
	await bot.printed('answer to hi');
	return (await settledBytes(await bot.pid(), signal)) / megabyte;
}

async function idleNode(signal: AbortSignal): Promise<number> {
	const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'inherit'] });
	const exited = once(child, 'exit');
	try {
		return (await settledBytes(child.pid ?? -1, signal)) / megabyte;
	} finally {
		child.kill('SIGKILL');
		await exited;
	}
}
