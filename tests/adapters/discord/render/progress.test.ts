import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMarker, withoutMarkers } from '../../../../src/adapters/discord/marker.ts';
import type { DiscordMessage } from '../../../../src/adapters/discord/render/discord-message.ts';
import type { MarkedLine } from '../../../../src/adapters/discord/render/folded-lines.ts';
import { tailOf } from '../../../../src/adapters/discord/render/markdown/tail-of.ts';
import {
	mostStreaming,
	type ProgressOptions,
	progressEmbed,
	progressMessage,
} from '../../../../src/adapters/discord/render/progress.ts';
import { readLongTexts } from '../../../../src/adapters/markdown/parse-markdown.ts';
import type { ProgressLine } from '../../../../src/adapters/present/progress-line.ts';
import { fenceSoup, markdownText } from '../../../support/markdown-samples.ts';
import { checked, componentsOf, customIdsOf, hasWholeFences, seen, textsOf } from './checked.ts';

readLongTexts();

const tail = (markdown: string) => tailOf(markdown, mostStreaming);
const words = fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 600 }), fenceSoup);
const line: fc.Arbitrary<ProgressLine> = fc.oneof(
	fc.record({ type: fc.constant('file' as const), name: words, size: fc.nat() }),
	fc.record({ type: fc.constant('said' as const), text: words }),
	fc.record({ type: fc.constant('notice' as const), text: words }),
	fc.record(
		{
			...{ type: fc.constant('tool' as const), callId: fc.uuid(), tool: words, title: words },
			...{ state: fc.constantFrom('running', 'ok', 'failed'), summary: words, ms: fc.nat(200_000) },
		},
		{ requiredKeys: ['type', 'callId', 'tool', 'title', 'state'] },
	),
);
const marked: fc.Arbitrary<MarkedLine> = fc.record({ line, keys: fc.uniqueArray(fc.uuid(), { maxLength: 3 }) });
const options: fc.Arbitrary<ProgressOptions> = fc.record({
	streaming: fc
		.oneof(fc.constant(''), fenceSoup, markdownText, fc.string({ unit: 'binary', maxLength: 6000 }))
		.map(tail),
	footer: fc.oneof(fc.constant(''), words),
	stop: fc.boolean(),
	keys: fc.uniqueArray(fc.uuid(), { maxLength: 2 }),
});

function tool(at: number, fields: Partial<Extract<ProgressLine, { type: 'tool' }>> = {}): MarkedLine {
	return {
		line: { type: 'tool', callId: `c${at}`, tool: 'bash', title: `step ${at}`, state: 'ok', ms: 300, ...fields },
		keys: [`t1/c${at}`, `t1/c${at}/end`],
	};
}

function file(name: string): MarkedLine {
	return { line: { type: 'file', name, size: 2048 }, keys: [] };
}

const quiet: ProgressOptions = { footer: '', stop: false };

function textOf(message: DiscordMessage): string {
	return seen(textsOf(message).join('\n'));
}

function size(message: DiscordMessage): number {
	return componentsOf(message).reduce((sum, { content = '', label = '' }) => sum + content.length + label.length, 0);
}

describe.each([
	['progressMessage()', progressMessage],
	['progressEmbed()', progressEmbed],
] as const)('%s', (_, render) => {
	it('is taken by Discord, has the markers of the newest lines, and whole fences, whatever happens', () => {
		fc.assert(
			fc.property(fc.array(marked, { maxLength: 60 }), options, (lines, how) => {
				const message = checked(render(lines, how));
				const text = textsOf(message).join('\n');
				const newest = lines.filter(({ line: one }) => one.type !== 'file').slice(-3);
				for (const key of [...newest.flatMap(({ keys }) => keys), ...(how.keys ?? [])]) {
					expect(hasMarker(text, key)).toBe(true);
				}
				expect(hasWholeFences(withoutMarkers(text)), text).toBe(true);
				expect(size(message)).toBeLessThanOrEqual(4000);
			}),
			{ numRuns: 100 },
		);
	});

	it('has lines with marks, what runs larger than what is done, and below them time and tokens', () => {
		const lines = [
			file('a_b.csv'),
			file('_c_.txt'),
			tool(1),
			tool(2, { state: 'failed', summary: 'exit code *1*', title: 'say `hi`' }),
			{ line: { type: 'said', text: 'Now **the** chart' }, keys: [] } as const,
			{ line: { type: 'notice', text: 'No [room](x)' }, keys: [] } as const,
			tool(3, { state: 'running', tool: 'read_file', title: 'read_file', ms: 0 }),
		];
		expect(textOf(render(lines, { ...quiet, footer: '12 s · 340 tokens' })).split('\n')).toEqual([
			'📎 a_b.csv  2 KB, \\_c\\_.txt  2 KB',
			'-# ✓ **bash**  `step 1`  0.3 s',
			"-# ✗ **bash**  `say 'hi'`  exit code \\*1\\*, 0.3 s",
			'Now the chart',
			'No \\[room](x)',
			'⋯ **read_file**',
			'-# 12 s · 340 tokens',
		]);
	});

	it('says that it works while there is nothing else to say', () => {
		expect(textOf(checked(render([], quiet)))).toBe('Working …');
		expect(textOf(checked(render([], { ...quiet, streaming: tail(' \n'), footer: '1 s' })))).toBe('Working …\n-# 1 s');
	});

	it('folds older lines, and keeps as many of their markers as there is room for, newest first', () => {
		const lines = Array.from({ length: 200 }, (__, at) => tool(at));
		const text = textsOf(checked(render(lines, quiet))).join('\n');
		expect(seen(text)).toMatch(/^-# … 175 earlier steps\n-# ✓ \*\*bash\*\* {2}`step 175`/);
		const kept = lines.map(({ keys }) => keys.every((key) => hasMarker(text, key)));
		const first = kept.indexOf(true);
		expect(first).toBeLessThan(130);
		expect(kept.slice(first)).toEqual(Array(200 - first).fill(true));
	});

	it('leaves room for the words that stream, however many lines there are', () => {
		const lines = Array.from({ length: 200 }, (__, at) => tool(at, { title: 'x'.repeat(200) }));
		const how = { footer: '12 s', stop: true, streaming: tail('so many words '.repeat(500)), keys: ['t1/live-1'] };
		const message = checked(render(lines, how));
		expect(size(message)).toBeLessThanOrEqual(4000);
		expect(textOf(message)).toMatch(/`x{119}…`.*\n….*\n[\s\S]*so many words\n-# 12 s$/);
	});

	it('names ten files, and counts the others', () => {
		const files = Array.from({ length: 14 }, (__, at) => file(`f${at}`));
		expect(textOf(render(files, quiet))).toMatch(/^📎 f0 {2}2 KB, .*f9 {2}2 KB, 4 more$/);
	});

	it('shows the end of words that stream, its code opened again and closed', () => {
		const streaming = tail(`Before\n\n~~~py\n${'print(1)\n'.repeat(600)}last()`);
		const text = textOf(checked(render([], { ...quiet, streaming })));
		expect(text).toMatch(/^…\n```py\nprint\(1\)\n/);
		expect(text).toMatch(/\nlast\(\)\n```$/);
		expect(text.length).toBeLessThanOrEqual(1600);
		expect(text.length).toBeGreaterThan(700);
		const short = render([tool(1)], { ...quiet, streaming: tail('So **far**') });
		expect(textOf(short)).toBe('-# ✓ **bash**  `step 1`  0.3 s\nSo **far**');
	});

	it('has a button that stops the turn while it runs', () => {
		expect(customIdsOf(render([], { ...quiet, stop: true }))).toEqual(['stop']);
		expect(customIdsOf(render([], quiet))).toEqual([]);
	});
});
