import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ModelRequest } from '../../../../src/agent/model/model.ts';
import type { Learned } from '../../../../src/agent/model/quirks/lore.ts';
import { brainAt, hi, never, retry } from '../../../support/brain-at.ts';
import { collectReply } from '../../../support/collect-reply.ts';
import { startWireServer, type WireAnswer } from '../../../support/wire-server.ts';

const asJson = { 'content-type': 'application/json' };
const refuse = (message: string): WireAnswer => ({
	status: 400,
	headers: asJson,
	chunks: [JSON.stringify({ error: { message, type: 'invalid_request_error' } })],
});
const say = (content: string): WireAnswer => ({
	headers: asJson,
	chunks: [JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] })],
});

const pixel = (name: string) =>
	`data:image/png;base64,${Buffer.from(`\x89PNG\r\n\x1a\n${name}`, 'latin1').toString('base64')}`;
const picture = (name: string) => ({ name, path: `/inputs/${name}` });
const pictured: ModelRequest = {
	...hi,
	messages: [
		{ role: 'user', text: 'look', pictures: [picture('a.png'), picture('b.png')] },
		{ role: 'assistant', text: '', calls: [{ id: 'AAAAAAAA1', name: 'bash', arguments: '{}' }] },
		{ role: 'tool', callId: 'AAAAAAAA1', ok: true, text: 'done' },
		{ role: 'user', text: 'show me the seed, the image and the schema' },
	],
	pictures: new Map([
		['a.png', pixel('a')],
		['b.png', pixel('b')],
	]),
};

/** What a model does with these answers, and what it keeps of them. */
async function tried(answers: readonly WireAnswer[], call: 'reply' | 'ask' = 'reply', calls = 1) {
	await using server = await startWireServer(answers);
	const kept: Learned[] = [];
	const memory = { read: async () => [], keep: async (one: Learned) => void kept.push(one) };
	const model = brainAt(server.url, { memory, retry: { ...retry, tries: 1 } });
	const schema = z.object({ a: z.string() });
	const asked = { system: 's', prompt: 'p', name: 'n', schema, seed: 1, temperature: 0 };
	let failed = false;
	for (let at = 0; at < calls; at++) {
		const ended = call === 'ask' ? model.ask(asked, never) : collectReply(model.reply(pictured, never));
		await ended.catch(() => {
			failed = true;
		});
	}
	return { failed, kept: kept.map(({ change }) => change), sent: server.requests.map(({ raw }) => raw) };
}

const picturesIn = (raw: string) => [pixel('a'), pixel('b')].filter((url) => raw.includes(url)).length;

describe('a lesson', () => {
	it('is kept once the changed request was taken', async () => {
		const { kept, sent } = await tried([refuse('stand-in does not support tools'), say('Hi')]);
		expect(kept).toEqual([{ toolsAs: 'text' }]);
		expect(sent).toHaveLength(2);
	});

	it.each([
		'stand-in does not support tools',
		'No seed, no temperature, no schema, no content',
		'image input is not supported',
	])('is not kept where the call fails all the same: %s', async (words) => {
		for (const call of ['reply', 'ask'] as const) {
			const { kept, failed } = await tried([refuse(words)], call);
			expect({ kept, failed }).toEqual({ kept: [], failed: true });
		}
	});

	it('is not kept where the refusal came again, but the one after it that helped is', async () => {
		const words = 'Request 17: seed or temperature is out of range';
		const { kept } = await tried([refuse(words), refuse(words.replace('17', '18')), say('{"a":"b"}')], 'ask');
		expect(kept).toEqual([{ temperature: false }]);
	});

	it.each<readonly [words: string, kept: object]>([
		['"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', { toolsAs: 'text' }],
		['Function calling is not enabled for models/gemma-3-27b-it', { toolsAs: 'text' }],
		['Developer instruction is not enabled for models/gemma-3-27b-it', { systemAs: 'user' }],
		["This model doesn't support tool use in streaming mode.", { stream: false }],
		['tools are not supported in streaming mode', { stream: false }],
		['This model does not support image input', { vision: false }],
		['Image input modality is not enabled for models/gemma-3-1b-it', { vision: false }],
		['The model is not a VLM and cannot be prompted with images', { vision: false }],
		['image_url is only supported by certain models', { vision: false }],
		['messages.0.content: Input should be a valid string', { vision: false }],
		['Unsupported content type: image_url', { vision: false }],
		['Image inputs are not supported by this model', { vision: false }],
		['This model only accepts text', { vision: false }],
	])('is what a server says of itself: %s', async (words, change) => {
		expect((await tried([refuse(words), say('Hi')])).kept).toEqual([change]);
	});

	it.each([
		'parallel tool calls are not supported',
		'The message content is not allowed by policy',
		'Your credit balance is too low; see our pricing schema',
		"Request contains disallowed text: 'a structured seed at this temperature'",
	])('is none in words about something else: %s', async (words) => {
		for (const call of ['reply', 'ask'] as const) expect((await tried([refuse(words)], call)).sent).toHaveLength(1);
	});

	it('is none in what a person wrote', async () => {
		const words = 'could not parse "show me the seed, the image and the schema"';
		expect(await tried([refuse(words)])).toMatchObject({ failed: true, kept: [], sent: [expect.anything()] });
	});
});

describe('a picture that is refused itself', () => {
	it.each([
		'image exceeds 5 MB maximum: 9000000 bytes > 5242880 bytes',
		'messages.4.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
		'Could not process image',
		'You uploaded an unsupported image. Please make sure your image is valid.',
		'Too many images in request. Max is 0',
		'Your request was rejected: the image may contain content that is not allowed by our safety system',
		'Images in tool results are not supported',
		'This model does not support images larger than 20 MB',
		'Unsupported image type: image/x-portable-anymap',
		'Failed to download image_url: timed out',
		'cannot identify image file <_io.BytesIO object>',
	])('is left out of this call alone: %s', async (words) => {
		const { kept, failed, sent } = await tried([refuse(words), refuse(words), say('Hi'), say('Hi')], 'reply', 2);
		expect({ kept, failed, pictures: sent.map(picturesIn) }).toEqual({
			kept: [],
			failed: false,
			pictures: [2, 1, 0, 2],
		});
		expect(sent[1]).toContain(pixel('b'));
		expect(sent[2]).toContain('You cannot see a picture that belongs here');
	});

	it.each(['a', 'a-', ' "', '“', 'image ', "' '"])('is known in a refusal of a megabyte: %j', async (unit) => {
		const { sent } = await tried([refuse(`Bad image: ${unit.repeat(1_000_000)}`)]);
		expect(sent.map(picturesIn)).toEqual([2, 1, 0]);
	});

	it('takes only the older ones with it where a server names how many it takes', async () => {
		const { kept, sent } = await tried([refuse('At most 1 image(s) may be provided in one prompt.'), say('Hi')]);
		expect({ kept, pictures: sent.map(picturesIn) }).toEqual({ kept: [], pictures: [2, 1] });
	});
});
