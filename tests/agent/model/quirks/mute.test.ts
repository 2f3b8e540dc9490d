import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../../src/agent/model/model.ts';
import type { Learned } from '../../../../src/agent/model/quirks/lore.ts';
import { brainAt, hi, never, retry } from '../../../support/brain-at.ts';
import { collectReply } from '../../../support/collect-reply.ts';
import { delta, sse, startWireServer, type WireAnswer } from '../../../support/wire-server.ts';

const mute: WireAnswer = { status: 400, chunks: [] };
const well: WireAnswer = { chunks: [sse(delta({ content: 'Hi' }), delta({}, 'stop'))] };
const picture = `data:image/png;base64,${Buffer.from(`\x89PNG\r\n\x1a\n${'x'.repeat(400_000)}`, 'latin1').toString('base64')}`;

async function tried(answers: readonly WireAnswer[], text = 'look') {
	await using server = await startWireServer(answers);
	const kept: Learned[] = [];
	const memory = { read: async () => [], keep: async (one: Learned) => void kept.push(one) };
	const request: ModelRequest = {
		...hi,
		messages: [{ role: 'user', text, pictures: [{ name: 'a.png', path: '/inputs/a.png' }] }],
		pictures: new Map([['a.png', picture]]),
	};
	const model = brainAt(server.url, { memory, retry: { ...retry, tries: 1 } });
	const ended = await collectReply(model.reply(request, never)).catch((error: unknown) => error);
	return {
		ended,
		kept: kept.map(({ change }) => change),
		sent: server.requests.map(({ raw }) => raw.length > 400_000),
	};
}

describe('a request with a picture that is refused without a word', () => {
	it('is made again without it, which is kept where it helps', async () => {
		expect(await tried([mute, well])).toMatchObject({ kept: [{ vision: false }], sent: [true, false] });
	});

	it('is no conversation that is too long, however large the picture', async () => {
		const { ended, kept, sent } = await tried([mute]);
		expect(ended).toMatchObject({ failure: 'refused-request' });
		expect({ kept, sent }).toEqual({ kept: [], sent: [true, false] });
	});

	it('is one where its words are many', async () => {
		const { ended, kept } = await tried([mute], 'long '.repeat(10_000));
		expect(ended).toMatchObject({ failure: 'context-overflow' });
		expect(kept).toEqual([]);
	});
});
