import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withFallbacks } from '../../../src/agent/model/fallback-model.ts';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import type { Script } from '../../../src/demo/model-server/script.ts';
import { brainAt, hi, never } from '../../support/brain-at.ts';
import { collectReply } from '../../support/collect-reply.ts';

async function serverWith(scripts: Readonly<Record<string, Script>>) {
	const server = await startModelServer(scripts);
	let now = 0;
	const [first, ...others] = ['big', 'small', 'tiny'].map((model) => brainAt(server.url, { model }));
	if (first === undefined) throw new Error('No model');
	return {
		server,
		model: withFallbacks(first, others, () => now),
		pass: (ms: number) => {
			now += ms;
		},
		asked: () => server.requests.map(({ model }) => model),
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

const overloaded: Script = () => ({ error: { status: 429, retryAfter: 3600 } });

describe('a model that is gone or overloaded', () => {
	it('is stood in for by the next one, which is named', async () => {
		await using set = await serverWith({ small: () => ({ text: 'Hi', usage: { input: 3, output: 1 } }) });
		const { reply } = await collectReply(set.model.reply(hi, never));
		expect(reply).toMatchObject({
			text: 'Hi',
			instead: { model: 'small', why: `The model "big" is not known at ${set.server.url}: set BRAIN_MODEL` },
			usage: { inputTokens: 3, outputTokens: 1, model: 'small' },
		});
	});

	it('is asked again after a while, and then answers itself', async () => {
		await using set = await serverWith({ big: overloaded, small: () => ({ text: 'Hi' }) });
		for (const _ of [1, 2]) await collectReply(set.model.reply(hi, never));
		expect(set.asked()).toEqual(['big', 'small', 'small']);
		set.server.play('big', () => ({ text: 'Back' }));
		set.pass(300_000);
		const { reply } = await collectReply(set.model.reply(hi, never));
		expect(reply.text).toBe('Back');
		expect(reply).not.toHaveProperty('instead');
	});

	it('is passed over in the order given, and the last one says why', async () => {
		await using set = await serverWith({ big: overloaded, small: overloaded, tiny: overloaded });
		await expect(collectReply(set.model.reply(hi, never))).rejects.toMatchObject({ failure: 'rate-limited' });
		expect(set.asked()).toEqual(['big', 'small', 'tiny']);
	});

	it('is stood in for when a value is asked, too', async () => {
		await using set = await serverWith({ big: overloaded, small: () => ({ text: '{"a":1}' }) });
		const request = { system: 's', prompt: 'p', name: 'n', schema: z.object({ a: z.number() }) };
		expect(await set.model.ask(request, never)).toMatchObject({ value: { a: 1 } });
	});
});

it('what no other model would mend is told at once', async () => {
	await using set = await serverWith({ big: () => ({ error: { status: 401 } }), small: () => ({ text: 'Hi' }) });
	await expect(collectReply(set.model.reply(hi, never))).rejects.toMatchObject({ failure: 'unauthorized' });
	expect(set.asked()).toEqual(['big']);
});

it('words that people saw are not said again by another', async () => {
	await using set = await serverWith({
		big: () => ({ text: ['Hel', 'lo'], finish: 'error' }),
		small: () => ({ text: 'Hi' }),
	});
	await expect(collectReply(set.model.reply(hi, never))).rejects.toMatchObject({ failure: 'server-error' });
	expect(set.asked()).toEqual(['big']);
});

it('without others the model is itself', () => {
	const model = brainAt('http://127.0.0.1:9/v1');
	expect(withFallbacks(model, [])).toBe(model);
});
