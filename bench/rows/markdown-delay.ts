/**
 * Measures the longest that everything else waits while 100 KB of Markdown on which the parser takes the square of its length is rendered as
 * answers of both platforms: a table and headings below it, brackets, code that never ends. Control: the same time with nothing to do. How
 * much memory the threads took, and what of it is left when they have ended, is said.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { discordRenderers } from '../../src/adapters/discord/render/renderers.ts';
import { createRendering } from '../../src/adapters/markdown/rendering.ts';
import { slackRenderers } from '../../src/adapters/slack/render/renderers.ts';
import { silentLogger } from '../../src/base/log.ts';
import type { Bench } from '../bench.ts';
import { toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const kilobytes = 100;
const units = ['a\n=\n', ']', '![](', '*_', '`a'];
const texts = units.map((unit) => `|a|b|\n|-|-|\n${unit.repeat((kilobytes * 1000) / unit.length / units.length)}`);

export const markdownDelay: Bench = {
	name: 'markdown-delay',
	async run({ signal, say }) {
		const before = memory();
		const began = performance.now();
		let during = 0;
		const value = await longestDelay(async () => {
			await using slack = createRendering({
				renderers: slackRenderers,
				program: programOf('slack'),
				log: silentLogger,
			});
			await using discord = createRendering({
				renderers: discordRenderers,
				program: programOf('discord'),
				log: silentLogger,
			});
			for (const text of texts) {
				await slack.render('messages', [text]);
				await discord.render('messages', [text, 'k']);
				during = Math.max(during, memory());
			}
		});
		const ms = performance.now() - began;
		const control = await longestDelay(() => delay(ms, undefined, { signal }));
		say(
			`  ${texts.length} texts twice in ${(ms / 1000).toFixed(1)} s; threads ${during - before} MB, left ${memory() - before} MB`,
		);
		return [
			toRow({
				name: this.name,
				unit: 'ms',
				value: summarise([value]),
				control: summarise([control]),
				goal: { of: 'value', most: 50 },
			}),
		];
	},
};

function programOf(platform: 'slack' | 'discord'): URL {
	return new URL(`../../src/adapters/${platform}/render/render-worker.ts`, import.meta.url);
}

async function longestDelay(work: () => Promise<unknown>): Promise<number> {
	const resolution = 1;
	const histogram = monitorEventLoopDelay({ resolution });
	histogram.enable();
	await work();
	histogram.disable();
	return histogram.max / 1e6 - resolution;
}

function memory(): number {
	return Math.round(process.memoryUsage().rss / 2 ** 20);
}
