import { describe, expect, it } from 'vitest';
import { learnQuirk, noQuirks } from '../../../src/agent/model/quirks/quirks.ts';
import { chatBody } from '../../../src/agent/model/wire/chat-body.ts';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import { brainAt, hi, never } from '../../support/brain-at.ts';
import { collectReply, textOf } from '../../support/collect-reply.ts';

const url = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`;
const request = {
	...hi,
	messages: [{ role: 'user' as const, text: 'look', pictures: [{ name: 'a.png', path: '/inputs/a.png' }] }],
	pictures: new Map([['a.png', url]]),
};

describe('a picture for a model', () => {
	it('is sent where it is taken', async () => {
		await using server = await startModelServer({ brain: [{ text: 'Blue' }] });
		const { parts } = await collectReply(brainAt(server.url).reply(request, never));
		expect(textOf(parts)).toBe('Blue');
		expect(JSON.stringify(server.requests[0]?.body)).toContain(url);
	});

	it('is told in words where it is not, which is learned once', async () => {
		const script = { brain: [{ text: 'I cannot see it' }, { text: 'Nor now' }] };
		await using server = await startModelServer(script, { refuses: ['vision'] });
		const model = brainAt(server.url);
		await collectReply(model.reply(request, never));
		await collectReply(model.reply(request, never));
		expect(server.requests.map(({ problem }) => problem !== undefined)).toEqual([true, false, false]);
		expect(JSON.stringify(server.requests[1]?.body)).toContain('You cannot see the picture \\"/inputs/a.png\\"');
	});

	it.each([
		[500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
		[404, 'No endpoints found that support image input'],
	])('is told in words after a status of %i that names it', async (status, message) => {
		const refusal = { error: { status, message } };
		await using server = await startModelServer({ brain: [refusal, { text: 'I cannot see it' }] });
		expect(textOf((await collectReply(brainAt(server.url).reply(request, never))).parts)).toBe('I cannot see it');
		expect(JSON.stringify(server.requests[1]?.body)).toContain('You cannot see');
	});

	it.each([
		'is not a multimodal model',
		'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
		'Unsupported content part type: "image_url"',
		'this model does not support image input',
		'No endpoints found that support image input',
		'Failed to deserialize: unknown variant `image_url`, expected `text`',
		'messages[0].content must be a string',
		'At most 0 image(s) may be provided in one prompt.',
	])('is refused by the words %j', (words) => {
		const body = chatBody('m', request, { quirks: noQuirks, extras: new Map() });
		expect(learnQuirk(words, body, noQuirks)).toMatchObject({ vision: false });
	});

	it('teaches nothing where none was sent', () => {
		const body = chatBody('m', hi, { quirks: noQuirks, extras: new Map() });
		expect(learnQuirk('this model does not support image input', body, noQuirks)).toBeUndefined();
	});
});
