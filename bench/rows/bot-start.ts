/**
 * Measures the start of an installed bot: from spawning `./threadsmith` on a new home, with "hi" waiting on its input, to its first model
 * request at the server's socket; so it counts a little more than being ready. Control: `node -e 0` of the same Node, from spawn to end.
 */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { echoScript } from '../parts/echo-script.ts';
import { startInstalledBot } from '../parts/installed-bot.ts';
import { type WireWatch, watchWire } from '../parts/wire-times.ts';
import { toRow } from '../row.ts';

export const botStart: Bench = {
	name: 'bot-start',
	async run(context) {
		await using server = await startModelServer({ brain: echoScript });
		using wire = watchWire();
		const { value, control } = await compare(
			{
				subject: () => timeToRequest(server.url, wire),
				control: () => timed(() => promisify(execFile)(process.execPath, ['-e', '0'])),
			},
			{ runs: 10, warmUps: 1 },
			context,
		);
		context.say(`  bot ${spread(value)}; bare Node ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'value', most: 2000 } })];
	},
};

async function timeToRequest(url: string, wire: WireWatch): Promise<number> {
	const start = performance.now();
	const arrival = wire.arrival();
	await using bot = await startInstalledBot(url, 'hi');
	const [at] = await Promise.all([arrival, bot.printed('answer to hi')]);
	return at - start;
}
