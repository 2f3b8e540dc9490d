import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import type { ScriptedReply } from '../../../src/demo/model-server/script.ts';
import { brainAt, hi, never } from '../../support/brain-at.ts';
import { collectReply } from '../../support/collect-reply.ts';

describe('silence', () => {
	it.each<readonly [what: string, reply: ScriptedReply]>([
		['before the answer', { after: new Promise(() => {}) }],
		['within the answer', { text: ['a', 'b'], chunkDelayMs: 60_000 }],
	])('%s ends the call and the connection', async (_, reply) => {
		await using server = await startModelServer({ brain: [{ text: 'First, load the library' }, reply] });
		await collectReply(brainAt(server.url).reply(hi, never));
		// Long enough that the server hears of the call
		const hurried = brainAt(server.url, { limits: { silenceMs: 1_500 } });
		await expect(collectReply(hurried.reply(hi, never))).rejects.toMatchObject({
			failure: 'silent',
			message: `The model endpoint at ${server.url} sent nothing for 1.5 s: is the model loading or overloaded? MODEL_SILENCE_SECONDS says how long it may be silent`,
		});
		expect(await server.requests[1]?.ended).toBe('aborted');
	});

	it('is no matter while bytes come', async () => {
		await using server = await startModelServer({ brain: [{ text: [...'slow but sure'], chunkDelayMs: 100 }] });
		const { reply } = await collectReply(brainAt(server.url, { limits: { silenceMs: 1_000 } }).reply(hi, never));
		expect(reply.text).toBe('slow but sure');
	});
});

describe('an abort', () => {
	const reason = new Error('stopped by a person');

	it('before the call sends nothing', async () => {
		await using server = await startModelServer({ brain: [] });
		await expect(collectReply(brainAt(server.url).reply(hi, AbortSignal.abort(reason)))).rejects.toBe(reason);
		expect(server.requests).toHaveLength(0);
	});

	it('while waiting for the answer closes the connection', async () => {
		const stop = new AbortController();
		await using server = await startModelServer({
			brain: () => {
				stop.abort(reason);
				return { after: new Promise(() => {}) };
			},
		});
		await expect(collectReply(brainAt(server.url).reply(hi, stop.signal))).rejects.toBe(reason);
		expect(await server.requests[0]?.ended).toBe('aborted');
	});

	it('within the answer closes the connection', async () => {
		const stop = new AbortController();
		await using server = await startModelServer({ brain: [{ text: ['x', 'y'], chunkDelayMs: 1_000 }] });
		const stream = brainAt(server.url).reply(hi, stop.signal);
		expect(await stream.next()).toMatchObject({ value: { delta: 'x' } });
		const next = stream.next();
		stop.abort(reason);
		await expect(next).rejects.toBe(reason);
		expect(await server.requests[0]?.ended).toBe('aborted');
	});

	it('while waiting for the next try ends the wait', async () => {
		const stop = new AbortController();
		await using server = await startModelServer({ brain: () => ({ error: { status: 500 } }) });
		const slow = { tries: 4, baseMs: 60_000, maxMs: 60_000, maxAskedMs: 0 };
		const stream = brainAt(server.url, { retry: slow }).reply(hi, stop.signal);
		expect(await stream.next()).toMatchObject({ value: { type: 'retry' } });
		const next = stream.next();
		stop.abort(reason);
		await expect(next).rejects.toBe(reason);
	});

	it('by leaving the stream closes the connection', async () => {
		await using server = await startModelServer({
			brain: [{ text: ['x', 'y', 'z'], chunkDelayMs: 1_000 }],
		});
		for await (const part of brainAt(server.url).reply(hi, never)) {
			expect(part).toEqual({ type: 'text', delta: 'x' });
			break;
		}
		expect(await server.requests[0]?.ended).toBe('aborted');
	});
});
