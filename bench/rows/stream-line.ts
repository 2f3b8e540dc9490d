/**
 * Measures reading an answer of a model's server that comes as one event, a line of 8 MB in pieces of 16 KB, from the socket to the reply.
 * Control: a line of half that length, so that a ratio of 2 is a cost that grows with the length.
 */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createOpenAiModel } from '../../src/agent/model/openai-model.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { toRow } from '../row.ts';

const bytes = 8 * 2 ** 20;
const pieceBytes = 16 * 1024;

async function serve(length: number): Promise<Server> {
	const server = createServer(async (request, response) => {
		request.resume();
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.write('data: {"choices":[{"delta":{"content":"');
		const piece = 'x'.repeat(pieceBytes);
		for (let sent = 0; sent < length; sent += pieceBytes) {
			if (!response.write(piece)) await once(response, 'drain');
		}
		response.end('"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return server;
}

async function ask(server: Server, signal: AbortSignal): Promise<void> {
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : 0;
	const limits = { answerBytes: 2 * bytes };
	const model = createOpenAiModel({ model: 'm', baseUrl: `http://127.0.0.1:${port}/v1`, limits });
	const parts = model.reply({ system: 's', messages: [{ role: 'user', text: 'Hi' }], tools: [] }, signal);
	for (let next = await parts.next(); !next.done; next = await parts.next());
}

export const streamLine: Bench = {
	name: 'stream-line',
	async run(context) {
		const [long, short] = [await serve(bytes), await serve(bytes / 2)];
		try {
			const { value, control } = await compare(
				{
					subject: () => timed(() => ask(long, context.signal)),
					control: () => timed(() => ask(short, context.signal)),
				},
				{ runs: 20, warmUps: 3 },
				context,
			);
			context.say(`  8 MB ${spread(value)}; 4 MB ${spread(control)}`);
			return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'ratio', most: 2.5 } })];
		} finally {
			for (const server of [long, short]) server.close().closeAllConnections();
		}
	},
};
