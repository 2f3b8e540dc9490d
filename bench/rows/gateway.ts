/**
 * Measures what the model gateway adds to a call, with its relay as a process of its own and everything else in this one.
 * `gateway-call`: a short call from its first byte to its last, ms; control: the same call made of the upstream itself. `gateway-added`: the
 * difference of each such pair. `gateway-token`: how long an event of a stream is under way, from the upstream's hand to the client's, ms;
 * control: without the gateway; `gateway-token-added` is the difference of their medians in each pair of streams. `gateway-bytes`: a stream of
 * 32 MB, MB a second; control: without the gateway.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type GatewayLine, openLine } from '../../tests/gateway/gateway-line.ts';
import { type Answer, chatAnswer, json } from '../../tests/gateway/scripted-upstream.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { compare, interleave, type Pair, spread, timed } from '../interleave.ts';
import { type Row, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const limits = { tokens: 1e12, minutes: 600, callsAMinute: 1e6 };

export const gateway: Bench = {
	name: 'gateway',
	async run(context) {
		await using line = await openLine(json(chatAnswer), { limits });
		using _prompt = line.run.prompt();
		return [...(await calls(line, context)), ...(await tokens(line, context)), await bytes(line, context)];
	},
};

type Ask = () => Promise<Response>;

/** A call by way of the gateway, and one that goes straight to the upstream. */
async function waysOf(line: GatewayLine, stream: boolean): Promise<{ readonly through: Ask; readonly direct: Ask }> {
	const body = JSON.stringify({ model: 'm1', messages: [{ role: 'user', content: 'Hi' }], stream, max_tokens: 100 });
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${line.run.key}` };
	const ask = (url: string) => fetch(`${url}/v1/chat/completions`, { method: 'POST', body, headers });
	const relay = await line.relay.url;
	return { through: () => ask(relay), direct: () => ask(line.upstream.url) };
}

async function calls(line: GatewayLine, context: BenchContext): Promise<Row[]> {
	const { through, direct } = await waysOf(line, false);
	const whole = async (ask: Ask) => void (await (await ask()).text());
	const pair: Pair<number> = { subject: () => timed(() => whole(through)), control: () => timed(() => whole(direct)) };
	const { subject, control } = await interleave(pair, { runs: 200, warmUps: 40 }, context);
	const [value, plain] = [summarise(subject), summarise(control)];
	const added = summarise(differences(subject, control));
	context.say(`  a call ${spread(value)}; direct ${spread(plain)}; added ${spread(added)}`);
	return [
		toRow({ name: 'gateway-call', unit: 'ms', value, control: plain }),
		toRow({ name: 'gateway-added', unit: 'ms', value: added, goal: { of: 'value', most: 3 } }),
	];
}

const eventsOfStream = 40;

/** Each event says when it was written. */
const stamped: Answer = async (response) => {
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (let event = 0; event < eventsOfStream; event += 1) {
		await sleep(5);
		response.write(`data: {"at":${performance.now()}}\n\n`);
	}
	response.end('data: [DONE]\n\n');
};

async function tokens(line: GatewayLine, context: BenchContext): Promise<Row[]> {
	line.upstream.answer = stamped;
	const { through, direct } = await waysOf(line, true);
	const pair: Pair<number> = { subject: () => delay(through), control: () => delay(direct) };
	const { subject, control } = await interleave(pair, { runs: 12, warmUps: 2 }, context);
	const [value, plain] = [summarise(subject), summarise(control)];
	const added = summarise(differences(subject, control));
	context.say(`  an event ${spread(value)}; direct ${spread(plain)}; added ${spread(added)}`);
	return [
		toRow({ name: 'gateway-token', unit: 'ms', value, control: plain }),
		toRow({ name: 'gateway-token-added', unit: 'ms', value: added, goal: { of: 'value', most: 3 } }),
	];
}

/** The median of how long the events of one stream were under way, ms. */
async function delay(ask: Ask): Promise<number> {
	const delays: number[] = [];
	const response = await ask();
	for await (const chunk of response.body ?? []) {
		const now = performance.now();
		for (const [, at] of Buffer.from(chunk)
			.toString()
			.matchAll(/"at":([\d.]+)/g))
			delays.push(now - Number(at));
	}
	return summarise(delays).median;
}

const sent = 32 * 2 ** 20;
const piece = Buffer.from(`data: ${'x'.repeat(65_536 - 8)}\n\n`);

const flood: Answer = async (response) => {
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (let bytesSent = 0; bytesSent < sent; bytesSent += piece.length)
		if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
	response.end();
};

async function bytes(line: GatewayLine, context: BenchContext): Promise<Row> {
	line.upstream.answer = flood;
	const { through, direct } = await waysOf(line, true);
	const rate = async (ask: Ask) => {
		const ms = await timed(async () => drain(await ask()));
		return sent / 2 ** 20 / (ms / 1000);
	};
	const pair: Pair<number> = { subject: () => rate(through), control: () => rate(direct) };
	const { value, control } = await compare(pair, { runs: 7, warmUps: 1 }, context);
	context.say(`  ${spread(value)} MB/s; direct ${spread(control)}`);
	return toRow({ name: 'gateway-bytes', unit: 'MB/s', value, control });
}

async function drain(response: Response): Promise<void> {
	let size = 0;
	for await (const chunk of response.body ?? []) size += chunk.length;
	if (size < sent) throw new Error(`A stream of ${sent} bytes came as ${size}`);
}

function differences(subject: readonly number[], control: readonly number[]): number[] {
	return subject.map((sample, at) => sample - (control[at] ?? Number.NaN));
}
