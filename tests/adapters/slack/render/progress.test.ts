import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duration, type ProgressLine, type ToolCallLine } from '../../../../src/adapters/present/progress-line.ts';
import { progressMessage, taskChunk } from '../../../../src/adapters/slack/render/progress.ts';
import { checked, pingsOf } from './checked.ts';
import { hostileText, liveIn } from './hostile-text.ts';

const words = fc.oneof(hostileText, fc.string({ maxLength: 800 }));
const call: fc.Arbitrary<ToolCallLine> = fc.record(
	{
		callId: fc.string({ minLength: 1, maxLength: 400 }),
		tool: words,
		title: words,
		state: fc.constantFrom('running', 'asked', 'ok', 'failed'),
		summary: words,
		ms: fc.nat(),
	},
	{ requiredKeys: ['callId', 'tool', 'title', 'state'] },
);
const line: fc.Arbitrary<ProgressLine> = fc.oneof(
	fc.record({ type: fc.constant('file' as const), name: words, size: fc.nat() }),
	fc.record({ type: fc.constantFrom('said' as const, 'notice' as const), text: words }),
	call.map((one) => ({ type: 'tool' as const, ...one })),
);

function step(at: number): ProgressLine {
	return { type: 'tool', callId: `c${at}`, tool: 'bash', title: `echo ${at}`, state: 'ok', ms: 300 };
}

describe('progressMessage()', () => {
	it('is taken by Slack, and pings nobody, whatever the lines are', () => {
		fc.assert(
			fc.property(fc.array(line, { maxLength: 80 }), words, (lines, footer) => {
				expect(pingsOf(checked(progressMessage(lines, footer)))).toEqual([]);
			}),
		);
	});

	it.each([
		{ type: 'said', text: '' },
		{ type: 'said', text: '[a]: b' },
		{ type: 'notice', text: '\u0001' },
	] as const)('is no empty text where nothing is left of %j', (one) => {
		expect(checked(progressMessage([one])).text).toBe('Working …');
		expect(checked(progressMessage([one, step(1)])).text).toBe('✓ *bash*  `echo 1`  0.3 s');
	});

	it('shows what came in, what was said, what was done, and what it took', () => {
		const lines: ProgressLine[] = [
			{ type: 'file', name: 'sales.csv', size: 1229 },
			{ type: 'file', name: 'b.png', size: 3 },
			{ type: 'notice', text: 'Cannot take "c.bin": it is larger than 50 MB' },
			{ type: 'said', text: 'I look at **the file**\n\nfirst' },
			{ type: 'tool', callId: 'c1', tool: 'bash', title: 'ls /inputs', state: 'ok', ms: 300 },
			{ type: 'tool', callId: 'c2', tool: 'bash', title: 'cat `x`', state: 'failed', summary: 'exit code 1', ms: 1000 },
			{ type: 'tool', callId: 'c3', tool: 'chart', title: 'chart', state: 'running' },
		];
		const { text, blocks } = checked(progressMessage(lines, '1,200 tokens in, 30 out · 12 s'));
		expect(text.split('\n')).toEqual([
			'📎 sales.csv  1.2 KB, b.png  3 bytes',
			'Cannot take "c.bin": it is larger than 50 MB',
			'I look at the file first',
			'✓ *bash*  `ls /inputs`  0.3 s',
			"✗ *bash*  `cat 'x'`  exit code 1, 1.0 s",
			'⋯ *chart*',
			'_1,200 tokens in, 30 out · 12 s_',
		]);
		expect(blocks).toEqual([{ type: 'context', elements: [{ type: 'mrkdwn', text }] }]);
	});

	it('folds the oldest steps, and keeps what came in', () => {
		const steps = Array.from({ length: 62 }, (_, at) => step(at));
		const { text } = checked(progressMessage([{ type: 'file', name: 'a.csv', size: 1 }, ...steps], 'end'));
		const lines = text.split('\n');
		expect(lines.slice(0, 3)).toEqual(['📎 a.csv  1 byte', '… 37 earlier steps', '✓ *bash*  `echo 37`  0.3 s']);
		expect(lines.at(-1)).toBe('_end_');
	});

	it('keeps to the length of a text, however long the lines are', () => {
		const said = Array(25).fill({ type: 'said', text: 'many words '.repeat(50) });
		const { text } = checked(progressMessage([...Array(20).fill({ type: 'notice', text: 'no '.repeat(99) }), ...said]));
		expect(text).toMatch(/^… 16 earlier lines\n[\s\S]*\n… 16 earlier steps\n/);
	});

	it('tells how many more files there are after ten', () => {
		const files = Array.from({ length: 14 }, (_, at): ProgressLine => ({ type: 'file', name: `f${at}`, size: 1 }));
		expect(progressMessage(files).text).toMatch(/^📎 f0 {2}1 byte, .*f9 {2}1 byte, 4 more$/);
	});

	it('has words before there is a line', () => {
		expect(checked(progressMessage([])).text).toBe('Working …');
	});
});

describe('taskChunk()', () => {
	it('keeps every field within 256 characters, and pings nobody', () => {
		fc.assert(
			fc.property(call, (one) => {
				const { id, title, details = '' } = taskChunk(one);
				for (const field of [id, title, details]) expect(field.length).toBeLessThanOrEqual(256);
				expect(title).not.toBe('');
				expect([title, details].flatMap(liveIn)).toEqual([]);
			}),
		);
	});

	it('keeps the end of an id that is too long', () => {
		const { id } = taskChunk({ callId: `${'x'.repeat(300)}1`, tool: 'bash', title: 'ls', state: 'ok' });
		expect(id).toMatch(/^x{249}1$/);
	});

	it.each([
		[{ state: 'running' }, { title: 'bash: ls', status: 'in_progress' }],
		[{ state: 'asked' }, { title: 'bash: ls  asked', status: 'complete' }],
		[
			{ state: 'ok', ms: 300 },
			{ title: 'bash: ls  0.3 s', status: 'complete' },
		],
		[
			{ state: 'failed', ms: 300, summary: 'exit code 1' },
			{ title: 'bash: ls  0.3 s', status: 'error', details: 'exit code 1' },
		],
	] as const)('shows %j as %j', (state, card) => {
		expect(taskChunk({ callId: 'c1', tool: 'bash', title: 'ls', ...state })).toEqual({
			type: 'task_update',
			id: 'c1',
			...card,
		});
	});
});

it.each([
	[0, '0.0 s'],
	[9940, '9.9 s'],
	[9960, '10 s'],
	[59_700, '1 min 0 s'],
	[125_000, '2 min 5 s'],
])('duration() of %d ms is %s', (ms, text) => {
	expect(duration(ms)).toBe(text);
});
