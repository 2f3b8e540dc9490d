import { toCallResult } from '../../../src/sandbox/podman/guest-link/call-result.ts';
import { type Attack, type Family, got, refused, type Try } from '../attack.ts';
import { connectPeer, frame, type HostilePeer, line } from '../range/hostile-peer.ts';
import { naive } from '../range/naive-reader.ts';

/** `sends`: after the host has asked, with the id of its question. */
interface Hostile {
	readonly name: string;
	readonly tried: string;
	readonly sends: (id: number) => readonly Uint8Array[];
}

const answerTo = (id: unknown, result: unknown) => line({ jsonrpc: '2.0', id, result });
const said = (text: string) => ({ content: [{ type: 'text', text }] });
const repeat = (count: number, bytes: Uint8Array) => Array.from({ length: count }, () => bytes);

/** After each of these nothing is believed any more. */
const broken: readonly Hostile[] = [
	{ name: 'long-line', tried: 'a line of 20 MB', sends: () => repeat(20, frame(1, 'x'.repeat(2 ** 20))) },
	{
		name: 'endless-line',
		tried: 'single bytes without a newline, 6 million of them',
		sends: () => repeat(60, Buffer.concat(repeat(100_000, frame(1, 'x')))),
	},
	{ name: 'no-json', tried: 'a line that is not JSON', sends: () => [line('hello')] },
	{ name: 'no-message', tried: 'JSON that is no message', sends: () => [line([1, 2])] },
	{
		name: 'other-id',
		tried: 'an answer to a question that was not asked',
		sends: () => [answerTo(4711, said('spoofed'))],
	},
	{ name: 'text-id', tried: "the question's id as a text", sends: (id) => [answerTo(String(id), said('spoofed'))] },
	{
		name: 'null-id',
		tried: 'an answer without an id',
		sends: () => [line({ jsonrpc: '2.0', id: null, result: said('spoofed') })],
	},
	{
		name: 'twice',
		tried: 'two answers to one question',
		sends: (id) => [answerTo(id, said('first')), answerTo(id, said('second'))],
	},
	{
		name: 'asks',
		tried: 'a question of its own: a sample of the model',
		sends: () => [
			line({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }),
		],
	},
	{
		name: 'asks-roots',
		tried: "a question for the host's folders",
		sends: () => [line({ jsonrpc: '2.0', id: 1, method: 'roots/list' })],
	},
	{ name: 'frame-type', tried: 'a frame of a type that there is none of', sends: () => [frame(3, 'x')] },
	{ name: 'frame-input', tried: 'a frame of standard input', sends: () => [frame(0, '{}\n')] },
	{
		name: 'frame-padding',
		tried: 'a frame whose padding is not empty',
		sends: () => [Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 120])],
	},
	{
		name: 'batch',
		tried: 'a batch of messages in one line',
		sends: (id) => [line([{ jsonrpc: '2.0', id, result: said('spoofed') }])],
	},
];

function brokenAttack({ name, tried, sends }: Hostile): Attack {
	return {
		name: `frames-${name}`,
		tried: `the host is sent ${tried}`,
		holds: 'the sandbox is given up, and nothing of it taken',
		pace: 'quick',
		async run({ signal }) {
			const peer = await connectPeer(signal);
			const { id: asked, answer } = peer.call();
			const id = await asked;
			const bytes = sends(id);
			for (const one of bytes) await peer.send(one);
			const [how, result] = await Promise.all([Promise.race([peer.client.gone, after(5_000)]), answer]);
			const taken = result.type === 'result' && JSON.stringify(result).includes('spoofed');
			const attack = how === 'waiting' || taken ? got('it was believed') : refused(String(how).slice(0, 80));
			return { attack, control: naive(Buffer.concat(bytes), id) };
		},
	};
}

async function after(ms: number): Promise<'waiting'> {
	const { promise, resolve } = Promise.withResolvers<'waiting'>();
	setTimeout(() => resolve('waiting'), ms).unref();
	return promise;
}

interface Costly extends Hostile {
	/** Whether it came to something, once it was all sent. */
	readonly worked: (peer: HostilePeer, answer: string) => Try;
}

const mebibytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);

/** These the host lives with, within a bound. */
const costly: readonly Costly[] = [
	{
		name: 'frame-of-4-gb',
		tried: 'a frame that announces 4 GB, and its first line',
		sends: () => [Buffer.concat([Buffer.from([2, 0, 0, 0, 255, 255, 255, 255]), Buffer.alloc(2 ** 20)])],
		worked: (peer) =>
			peer.logged() > 50 ? got(`${peer.logged()} lines were logged`) : refused(`${mebibytes()} MB in all`),
	},
	{
		name: 'errors',
		tried: '100 MB on standard error',
		sends: () => repeat(100, frame(2, 'x'.repeat(2 ** 20))),
		worked: (peer) =>
			peer.logged() > 50 ? got(`${peer.logged()} lines were logged`) : refused(`${peer.logged()} lines were logged`),
	},
	{
		name: 'empty-frames',
		tried: 'a million empty frames',
		sends: () => repeat(10, Buffer.concat(repeat(100_000, frame(1, '')))),
		worked: () => refused('taken for nothing'),
	},
	{
		name: 'nesting',
		tried: 'a result that is nested 20,000 levels deep',
		sends: (id) => [
			line(
				`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`,
			),
		],
		worked: (_, answer) =>
			answer.includes('nested more than') || answer === 'lost'
				? refused(answer.slice(0, 60))
				: got('it was taken as it is'),
	},
	{
		name: 'prototype',
		tried: 'a result with keys that every object has (`__proto__`, `constructor`)',
		sends: (id) => [
			line(
				`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"__proto__":{"taken":1},"structuredContent":{"__proto__":{"taken":1},"constructor":{"prototype":{"taken":1}}}}}`,
			),
		],
		worked: () =>
			(({}) as { taken?: number }).taken === 1 ? got('every object has it now') : refused('no object has it'),
	},
	{
		name: 'long-text',
		tried: 'a text of 3 MB with escapes, to be shown and told to the model',
		sends: (id) => [answerTo(id, said(`\u001b[2J\u202e${'x'.repeat(3e6)}`))],
		worked: (_, answer) =>
			answer.length > 9_000 || answer.includes('\u001b')
				? got(`${answer.length} characters`)
				: refused(`${answer.length} characters, no escapes`),
	},
	{
		name: 'many-parts',
		tried: 'a result of 50,000 parts of text',
		sends: (id) => [answerTo(id, { content: Array.from({ length: 50_000 }, () => ({ type: 'text', text: 'part' })) })],
		worked: (_, answer) =>
			answer.length > 9_000 ? got(`${answer.length} characters`) : refused(`${answer.length} characters`),
	},
	{
		name: 'progress',
		tried: '20,000 notes of progress on nothing',
		sends: () =>
			repeat(
				20,
				Buffer.concat(
					repeat(
						1_000,
						line({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 9, progress: 1 } }),
					),
				),
			),
		worked: (_, answer) => (answer === 'lost' ? refused('given up') : refused('passed over')),
	},
	{
		name: 'tools-changed',
		tried: 'word that its tools have changed, and a log of its own',
		sends: () => [
			line({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }),
			line({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'emergency', data: 'x' } }),
		],
		worked: () => refused('passed over'),
	},
];

function costlyAttack({ name, tried, sends, worked }: Costly): Attack {
	return {
		name: `frames-${name}`,
		tried: `the host is sent ${tried}`,
		holds: 'bounded in memory, time and words',
		pace: 'slow',
		async run({ signal }) {
			const peer = await connectPeer(signal);
			const { id: asked, answer } = peer.call(1_500);
			const id = await asked;
			const bytes = sends(id);
			const [before, start] = [mebibytes(), performance.now()];
			for (const one of bytes) await peer.send(one);
			const result = await answer;
			const words = result.type === 'result' ? toCallResult(result.result).text : result.type;
			const grown = mebibytes() - before;
			const slow = performance.now() - start > 10_000;
			const attack = grown > 300 || slow ? got(`${grown} MB more`) : worked(peer, words);
			await peer.client.close();
			return { attack, control: naive(Buffer.concat(bytes), id) };
		},
	};
}

const silent: Attack = {
	name: 'frames-silence',
	tried: 'the host is sent nothing at all',
	holds: 'the call ends in its time',
	pace: 'slow',
	async run({ signal }) {
		const peer = await connectPeer(signal);
		const result = await Promise.race([peer.call(200).answer, after(5_000)]);
		await peer.client.close();
		const attack = result === 'waiting' ? got('it waits') : refused(result.type);
		const patient = await connectPeer(signal);
		const waited = await Promise.race([patient.call(600_000).answer, after(500)]);
		await patient.client.close();
		return { attack, control: waited === 'waiting' ? got('with ten minutes of time it waits') : refused('it ended') };
	},
};

export const hijacked: Family = {
	title: 'A guest that was taken',
	attacks: [...broken.map(brokenAttack), ...costly.map(costlyAttack), silent],
};
