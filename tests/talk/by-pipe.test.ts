import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Pipe } from '../../src/adapters/terminal/pipe/pipe.ts';
import type { PipeEnd } from '../../src/adapters/terminal/pipe/pipe-turns.ts';
import { answerByPipe, type PipeOutput } from '../../src/talk/by-pipe.ts';
import { contractQuestion } from '../adapters/adapter-contract.ts';

const usage = { inputTokens: 2, outputTokens: 1 };
const said = { answer: 'Four', files: ['artifacts/a.csv'], usage };

async function run(
	end: PipeEnd | Promise<never>,
	output: PipeOutput,
	signal = new AbortController().signal,
	onAsked = () => {},
	broken?: Error,
) {
	const asked: string[] = [];
	const out: string[] = [];
	const err: string[] = [];
	const pipe: Pick<Pipe, 'ask'> = {
		ask: async (text) => {
			asked.push(text);
			onAsked();
			return await end;
		},
	};
	const streams = {
		input: Readable.from([
			Buffer.from('How many? '),
			Buffer.from('€\n').subarray(0, 2),
			Buffer.from('€\n').subarray(2),
		]),
		write: async (text: string) => {
			if (broken) throw broken;
			out.push(text);
		},
		say: (line: string) => err.push(line),
	};
	const code = await answerByPipe({ streams, output, pipe, session: async () => 'local-1' }, signal);
	return { code, asked, out: out.join(''), err: err.join('\n') };
}

it.each<readonly [PipeEnd, { code: number; out: string; err: string | RegExp }]>([
	[
		{ outcome: 'done', ...said },
		{ code: 0, out: 'Four\n', err: '' },
	],
	[
		{ outcome: 'done', answer: '', files: [] },
		{ code: 0, out: '', err: '' },
	],
	[
		{ outcome: 'failed', reason: 'The key is wrong', ...said, answer: '' },
		{ code: 1, out: '', err: 'The key is wrong' },
	],
	[
		{ outcome: 'stopped', reason: 'It was stopped', ...said },
		{ code: 1, out: 'Four\n', err: 'It was stopped' },
	],
	[
		{ outcome: 'waiting', question: contractQuestion, ...said, answer: '' },
		{
			code: 2,
			out: '',
			err: 'It asks: Which column holds the region? (area | region)\nPipe the answer into: ./threadsmith --load local-1',
		},
	],
	[
		{ outcome: 'refused', reason: 'There is no file @x.csv' },
		{ code: 1, out: '', err: 'There is no file @x.csv. The message was not sent' },
	],
])('%o is an answer on standard output, a sentence beside it, and a code', async (end, expected) => {
	expect(await run(end, 'text')).toEqual({ ...expected, asked: ['How many? €\n'] });
});

it.each<readonly [PipeEnd, unknown]>([
	[
		{ outcome: 'done', ...said },
		{ session: 'local-1', outcome: 'done', ...said },
	],
	[
		{ outcome: 'failed', reason: 'Gone', answer: '', files: [] },
		{ session: 'local-1', outcome: 'failed', answer: '', files: [], reason: 'Gone' },
	],
	[
		{ outcome: 'waiting', question: contractQuestion, answer: '', files: [] },
		{
			...{ session: 'local-1', outcome: 'waiting', answer: '', files: [] },
			question: { text: contractQuestion.text, answer: contractQuestion.answer },
		},
	],
	[
		{ outcome: 'refused', reason: 'There is no file' },
		{ outcome: 'refused', reason: 'There is no file' },
	],
])('%o is one JSON object for programs', async (end, expected) => {
	const { out } = await run(end, 'json');
	expect(out.endsWith('\n')).toBe(true);
	expect(JSON.parse(out)).toEqual(expected);
});

it('whoever leaves before the answer is told how to go on, if anything was said', async () => {
	const never = new Promise<never>(() => {});
	const leaving = new AbortController();
	const ended = await run(never, 'text', leaving.signal, () => leaving.abort(new Error('left')));
	expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--load local-1') });
	expect(await run(never, 'text', leaving.signal)).toMatchObject({
		...{ code: 1, asked: [], out: '' },
		err: expect.stringContaining('The message was not sent'),
	});
});

it('whoever leaves before the answer has JSON of it, where that is asked for', async () => {
	const never = new Promise<never>(() => {});
	const leaving = new AbortController();
	const { code, out } = await run(never, 'json', leaving.signal, () => leaving.abort(new Error('left')));
	expect(code).toBe(1);
	expect(JSON.parse(out)).toMatchObject({ session: 'local-1', outcome: 'left', reason: expect.any(String) });
	const { out: before } = await run(never, 'json', leaving.signal);
	expect(JSON.parse(before)).toMatchObject({ outcome: 'refused', reason: expect.any(String) });
});

it.each([
	['ENOSPC', { code: 1, err: expect.stringMatching(/Cannot write the answer .*: the disk is full\..*--load local-1/) }],
	['EPIPE', { code: 0, err: '' }],
])(
	'an answer that cannot be written (%s) is a failure, but where its reader has had enough',
	async (code, expected) => {
		const broken = Object.assign(new Error(code), { code });
		const signal = new AbortController().signal;
		expect(await run({ outcome: 'done', ...said }, 'text', signal, () => {}, broken)).toMatchObject(expected);
	},
);
