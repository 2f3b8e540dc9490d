/**
 * Measures the size of the first model request for "hi", in bytes of its body, and makes sure that no sandbox and no Podman service was
 * started for it. Control: the smallest request that says the same, without system prompt and tools.
 */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultStateDir } from '../../src/sandbox/podman/service/state-folder.ts';
import type { Bench } from '../bench.ts';
import { answerTo } from '../parts/echo-script.ts';
import { homeIdOf } from '../parts/home-id.ts';
import { openTerminalBot, type TerminalBot } from '../parts/terminal-bot.ts';
import { toRow } from '../row.ts';
import { summarise } from '../summary.ts';

export const firstRequest: Bench = {
	name: 'first-request',
	async run({ signal, say }) {
		await using bot = await openTerminalBot(signal);
		await bot.type('hi', answerTo('hi'));
		await bot.service.dispatch.settled();
		const [request, ...more] = bot.server.requests;
		if (request === undefined || more.length > 0)
			throw new Error(`"hi" came to ${more.length + 1} requests, not to one`);
		await refuseSandbox(bot);
		const { model, messages, stream } = request.body;
		const least = JSON.stringify({ model, messages: messages.filter(({ role }) => role === 'user'), stream });
		say(`  ${Buffer.byteLength(request.raw)} bytes, no sandbox started`);
		return [
			toRow({
				name: this.name,
				unit: 'bytes',
				value: summarise([Buffer.byteLength(request.raw)]),
				control: summarise([Buffer.byteLength(least)]),
				goal: { of: 'value', most: 8192 },
			}),
		];
	},
};

async function refuseSandbox({ service, home }: TerminalBot): Promise<void> {
	const socket = join(defaultStateDir(await homeIdOf(home)), 'service', 'podman.sock');
	const isServing = await access(socket).then(
		() => true,
		() => false,
	);
	if (isServing || service.sandboxes.status().length > 0) throw new Error('A sandbox was started for "hi"');
}
