import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLastOutput } from '../../../src/adapters/terminal/render/last-output.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { contractQuestion } from '../adapter-contract.ts';
import { openTerminal, thread } from './open-terminal.ts';

const chart = 'x'.repeat(24_000);

/** `afterwards` is called when what was yielded has been shown. */
async function* play(
	events: readonly AgentEvent[],
	afterwards: (event: AgentEvent) => Promise<void> = async () => {},
): AsyncGenerator<AgentEvent> {
	for (const event of events) {
		yield event;
		await afterwards(event);
	}
}

/** A turn in which everything happens that can be shown. */
async function wholeTurn(dir: TempDir): Promise<readonly AgentEvent[]> {
	await mkdir(join(dir.path, 'outputs/out'), { recursive: true });
	await writeFile(join(dir.path, 'outputs/out/chart.png'), chart);
	const sha256 = createHash('sha256').update(chart).digest('hex');
	return [
		{ type: 'turn-started', session: 's', turn: 't1' },
		{ type: 'notice', key: 't1/0/notice', text: 'Threadsmith was interrupted; going on where it was' },
		{ type: 'reasoning', step: 1, delta: 'hm' },
		{ type: 'text', step: 1, delta: '\n\nI will look\u001b[2J at the ' },
		{ type: 'text', step: 1, delta: 'file.\n' },
		{ type: 'message', key: 't1/1/message', step: 1, text: '\n\nI will look\u001b[2J at the file.\n', final: false },
		{ type: 'usage', step: 1, inputTokens: 1000, outputTokens: 20 },
		{ type: 'tool-started', key: 't1/1/a/started', callId: 'a', tool: 'bash', title: 'python3 - <<E\nprint(1)\nE' },
		{ type: 'tool-started', key: 't1/1/b/started', callId: 'b', tool: 'read_file', title: '/inputs/sales.csv' },
		{ type: 'tool-output', callId: 'a', text: 'one\ntwo\r\n' },
		{ type: 'tool-finished', key: 't1/1/b/finished', callId: 'b', ok: true, summary: 'done', ms: 40 },
		{ type: 'tool-finished', key: 't1/1/a/finished', callId: 'a', ok: false, summary: 'exit code 1', ms: 1234 },
		{ type: 'message', key: 't1/2/message', step: 2, text: 'Here it is:\n\n- north 12', final: true },
		{ type: 'usage', step: 2, inputTokens: 234, outputTokens: 5 },
		{ type: 'artifact', key: 't1/3/a', name: 'out/chart.png', size: chart.length, sha256 },
		{ type: 'notice', key: 't1/3/n', text: 'Refused "big.bin": is larger than 50 MB' },
		{ type: 'question', key: 't1/4/question', question: contractQuestion },
		{ type: 'turn-ended', key: 't1/4/ended', turn: 't1', outcome: 'waiting', question: 'q1' },
	];
}

const page = [
	'  Threadsmith was interrupted; going on where it was',
	'',
	'I will look at the file.',
	'',
	'  ✓ read_file  /inputs/sales.csv  0.0 s',
	'  ✗ bash  python3 - <<E print(1) E  1.2 s  exit code 1',
	'',
	'Here it is:',
	'',
	'- north 12',
	'',
	'  → artifacts/s/out/chart.png  23 KB',
	'  Refused "big.bin": is larger than 50 MB',
	'',
	'  ? Which column holds the region?',
	'    1  area',
	'    2  region',
	'',
	'  1,234 tokens in, 25 out · 0.0 s',
];

describe('the terminal with plain lines', () => {
	it('prints a whole turn without an escape sequence', async () => {
		await using dir = await tempDir();
		await using under = await openTerminal({ folder: dir.path, clock: () => 0 });
		await under.terminal.show(thread, play(await wholeTurn(dir)), []);
		expect(under.output()).toBe([...page, '  1-2:', ''].join('\n'));
	});

	it.each([
		[{ outcome: 'done' }, []],
		[{ outcome: 'failed', reason: 'The endpoint is gone\n' }, ['  The endpoint is gone']],
		[{ outcome: 'stopped', stopped: [] }, ['  Stopped']],
		[{ outcome: 'stopped', stopped: ['sleep 100'] }, ['  Stopped; ended:', '    sleep 100']],
	] as const)('ends a turn as %o', async (end, lines) => {
		await using dir = await tempDir();
		await using under = await openTerminal({ folder: dir.path });
		const events = [
			{ type: 'turn-started', session: 's', turn: 't1' },
			{ type: 'turn-ended', key: 't1/9/ended', turn: 't1', ...end },
		] as const;
		await under.terminal.show(thread, play(events), []);
		expect(under.output()).toBe(lines.map((line) => `${line}\n`).join(''));
	});

	it('sets Markdown in rows, and wraps what it says itself at words', async () => {
		await using dir = await tempDir();
		await using under = await openTerminal({ folder: dir.path, columns: 20 });
		const text = '**North** and [*more*](https://a.example)\n\n| a | total |\n|---|---:|\n| x | 1 |';
		const events = [
			{ type: 'turn-started', session: 's', turn: 't1' },
			{ type: 'message', key: 't1/1', step: 1, text, final: true },
			{ type: 'turn-ended', key: 't1/9', turn: 't1', outcome: 'failed', reason: 'The endpoint is gone' },
		] as const;
		await under.terminal.show(thread, play(events), []);
		const rows = ['North and more', '(https://a.example)', '', 'a  total', '─  ─────', 'x      1', ''];
		expect(under.output().split('\n')).toEqual([...rows, '  The endpoint is', '  gone', '']);
	});

	it('prints nothing of another thread, but keeps it', async () => {
		await using dir = await tempDir();
		await using under = await openTerminal({ folder: dir.path });
		const other = { platform: 'terminal', id: 'local-2' } as const;
		await under.terminal.show(other, play(await wholeTurn(dir)), []);
		expect(under.output()).toBe('');
		expect(await under.terminal.intake.find(other, 't1/1/message')).toBeDefined();
	});

	it('replays what was shown and what was said, in a later process', async () => {
		await using dir = await tempDir();
		{
			await using under = await openTerminal({ folder: dir.path, clock: () => 0 });
			under.input.write('hello\n');
			await waitFor(() => under.output().includes('› hello'), 'the message to be taken');
			await under.terminal.show(thread, play(await wholeTurn(dir)), []);
		}
		await using later = await openTerminal({ folder: dir.path });
		await later.terminal.replay(100);
		expect(later.output()).toBe(['› hello', '', ...page, ''].join('\n'));
	});
});

describe('the terminal with a screen', () => {
	it('sets what it replays as it was set', async () => {
		await using dir = await tempDir();
		const text = '**Here** it is:\n\n| a | b |\n|---|--:|\n| 1 | 20 |';
		const said = { type: 'message', key: 't1/1/message', step: 1, text, final: true } as const;
		for (const replays of [false, true]) {
			await using under = await openTerminal({ folder: dir.path, isTty: true });
			if (replays) await under.terminal.replay(9);
			else await under.terminal.show(thread, play([{ type: 'turn-started', session: 's', turn: 't1' }, said]), []);
			await waitFor(() => under.screen().includes('1  20'), 'the table');
			expect(under.screen()).toContain('Here it is:');
		}
	});
});

describe('/output', () => {
	it.each([true, false])('shows the whole output of the call that ended last, on a screen: %s', async (isTty) => {
		await using dir = await tempDir();
		await using under = await openTerminal({ folder: dir.path, isTty });
		const enter = isTty ? '\r' : '\n';
		under.input.write(`/output${enter}`);
		await waitFor(() => under.output().includes('Nothing has run since'), 'the answer');
		await under.terminal.show(thread, play(await wholeTurn(dir)), []);
		under.input.write(`/output${enter}`);
		await waitFor(() => under.screen().includes('two'), 'the output');
		const at = under.screen().indexOf('one');
		expect(under.screen().slice(at - 1, at + 2)).toEqual([
			'  bash  python3 - <<E print(1) E  exit code 1',
			'one',
			'two',
		]);
	});

	it('is all that a call has answered, however little of it came while it ran', () => {
		const last = createLastOutput();
		last.see({ type: 'tool-started', key: 'k', callId: 'a', tool: 'bash', title: 'ls' });
		last.see({ type: 'tool-output', callId: 'a', text: 'err' });
		const text = 'Exit code 3\nout\nerr';
		last.see({ type: 'tool-finished', key: 'f', callId: 'a', ok: false, summary: 'Exit code 3', text, ms: 1 });
		expect(last.lines()).toEqual(['  bash  ls  Exit code 3', 'Exit code 3', 'out', 'err']);
	});

	it('keeps the end of an output without end', () => {
		const last = createLastOutput();
		last.see({ type: 'tool-started', key: 'k', callId: 'a', tool: 'bash', title: 'yes' });
		for (let at = 0; at < 60; at += 1)
			last.see({ type: 'tool-output', callId: 'a', text: `${at}\n`.padStart(100_000, 'y') });
		const [, cut, ...lines] = last.lines();
		expect(cut).toBe('  … the beginning is not kept');
		expect(lines.at(-1)).toMatch(/y59$/);
		expect(lines.join('\n').length).toBeLessThanOrEqual(1_000_000);
	});
});

describe('the terminal with keys', () => {
	it('ends with the same page, the prompt below it', async () => {
		await using dir = await tempDir();
		await using under = await openTerminal({ folder: dir.path, isTty: true, clock: () => 0 });
		await under.terminal.show(thread, play(await wholeTurn(dir)), []);
		expect(under.screen()).toEqual([...page, '', '1-2 ›']);
	});

	it('shows what runs in rows of its own, and what is typed below them', async () => {
		await using dir = await tempDir();
		let now = 0;
		await using under = await openTerminal({ folder: dir.path, isTty: true, clock: () => now });
		const below = ['', '› half a line'];
		const expected: Readonly<Record<string, readonly string[]>> = {
			reasoning: [...page.slice(0, 1), '  ⠋ thinking  1 s', ...below],
			text: [...page.slice(0, 3), ...below],
			'tool-output a': [
				...page.slice(0, 4),
				'  ⠋ bash  python3 - <<E print(1) E  0.0 s',
				'    two',
				'  ⠋ read_file  /inputs/sales.csv  0.0 s',
				...below,
			],
			'tool-finished b': [...page.slice(0, 5), '  ⠋ bash  python3 - <<E print(1) E  0.0 s', '    two', ...below],
			'tool-finished a': [...page.slice(0, 6), ...below],
		};
		const isExpected = (name: string) => expect.poll(() => under.screen(), { timeout: 5000 }).toEqual(expected[name]);
		under.input.write('half a line');
		const afterwards = async (event: AgentEvent) => {
			if (event.type === 'turn-started') now = 1200;
			const halfway = event.type === 'text' && !event.delta.includes('file');
			const name = 'callId' in event ? `${event.type} ${event.callId}` : event.type;
			if (!halfway && name in expected) await isExpected(name);
		};
		const events = play(await wholeTurn(dir), afterwards);
		await under.terminal.show(thread, events, []);
		expect(under.screen().at(-1)).toBe('1-2 › half a line');
	});

	it('prints the answer anew when it is not what was streamed', async () => {
		await using dir = await tempDir();
		await using under = await openTerminal({ folder: dir.path, isTty: true });
		const events = [
			{ type: 'turn-started', session: 's', turn: 't1' },
			{ type: 'text', step: 1, delta: 'A first beginn' },
			{ type: 'message', key: 't1/1/message', step: 1, text: 'Another', final: true },
		] as const;
		await under.terminal.show(thread, play(events), []);
		expect(under.screen().slice(0, 5)).toEqual(['A first beginn', '', '  The answer was begun anew', '', 'Another']);
	});

	it('gives the screen back when it is disposed', async () => {
		await using dir = await tempDir();
		const under = await openTerminal({ folder: dir.path, isTty: true });
		under.terminal.say('a line');
		await under[Symbol.asyncDispose]();
		expect(under.screen()).toEqual(['a line', '']);
		expect(under.output().endsWith('\u001b[?2004l')).toBe(true);
	});
});
