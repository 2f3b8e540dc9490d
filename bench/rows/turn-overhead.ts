/**
 * Measures what the bot itself adds to a turn: from a message's line on the terminal's input to the model request at the server's socket,
 * and from the last byte of the model's answer leaving that socket to the answer on the terminal's output; the sum of both is the row. The
 * model answers at once; all that must be durable on the way (inbox, journal, outbox, transcript) is. Control: the same two stretches of a
 * bare HTTP request with the same body to the same server.
 */

import { Agent, request } from 'node:http';
import type { Bench } from '../bench.ts';
import { interleave, spread } from '../interleave.ts';
import { openTerminalBot, type TerminalBot } from '../parts/terminal-bot.ts';
import { type Stretches, timedTurn } from '../parts/timed-turn.ts';
import { type WireWatch, watchWire } from '../parts/wire-times.ts';
import { toRow } from '../row.ts';
import { type Summary, summarise } from '../summary.ts';

export const turnOverhead: Bench = {
	name: 'turn-overhead',
	async run(context) {
		await using bot = await openTerminalBot(context.signal);
		using wire = watchWire();
		const agent = new Agent({ keepAlive: true });
		let turns = 0;
		const samples = await interleave<Stretches>(
			{
				subject: () => timedTurn(bot, wire, `hi ${++turns}`),
				control: () => bareRequest(bot, wire, agent),
			},
			{ runs: 40, warmUps: 10 },
			context,
		);
		agent.destroy();
		const of = (pick: (one: Stretches) => number): { readonly value: Summary; readonly control: Summary } => ({
			value: summarise(samples.subject.map(pick)),
			control: summarise(samples.control.map(pick)),
		});
		const sum = of(({ before, after }) => before + after);
		context.say(`  turn ${spread(sum.value)}; bare request ${spread(sum.control)}`);
		return [
			toRow({ name: this.name, unit: 'ms', ...sum, goal: { of: 'value', most: 15 } }),
			toRow({ name: 'message-to-request', unit: 'ms', ...of(({ before }) => before) }),
			toRow({ name: 'answer-to-screen', unit: 'ms', ...of(({ after }) => after) }),
		];
	},
};

async function bareRequest({ server }: TerminalBot, wire: WireWatch, agent: Agent): Promise<Stretches> {
	const body = server.requests.findLast(({ raw }) => raw.includes('"hi'))?.raw ?? '{}';
	const start = performance.now();
	const end = await post(`${server.url}/chat/completions`, body, agent);
	const { arrived, answered } = wire.last();
	return { before: arrived - start, after: end - answered };
}

/** Posts and reads the answer; resolves with the time of its end. */
function post(url: string, body: string, agent: Agent): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const headers = { 'content-type': 'application/json' };
	const asking = request(url, { method: 'POST', agent, headers }, (response) => {
		response.on('end', () => resolve(performance.now())).resume();
	});
	asking.on('error', reject).end(body);
	return promise;
}
