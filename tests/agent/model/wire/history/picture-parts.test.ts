import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../../../src/agent/model/model.ts';
import { noQuirks } from '../../../../../src/agent/model/quirks/quirks.ts';
import { toWireMessages } from '../../../../../src/agent/model/wire/to-wire.ts';

const seen = 'data:image/png;base64,iVBORw0KGgo=';
const call = { id: 'c1', name: 'look_at', arguments: '{"path":"/workspace/a.png"}' };
const of = (name: string) => ({ name, path: `/inputs/${name}` });
const request: ModelRequest = {
	system: 's',
	messages: [
		{ role: 'user', text: 'look', pictures: [of('a.png'), { ...of('old.png'), path: '/inputs/old.pdf', page: 3 }] },
		{ role: 'assistant', text: '', calls: [call] },
		{ role: 'tool', callId: 'c1', ok: true, text: 'Looked', pictures: [of('b.png')] },
		{ role: 'assistant', text: 'Blue', calls: [] },
		{ role: 'user', text: 'And now?' },
	],
	tools: [],
	pictures: new Map([
		['a.png', seen],
		['b.png', seen],
	]),
};
const wire = (vision: boolean, given = request) =>
	toWireMessages(given, { quirks: { ...noQuirks, vision }, extras: new Map() }).slice(1);

describe('pictures on the wire', () => {
	it('stand behind the words of their message, and those of a tool behind a word of the model', () => {
		expect(wire(true)).toEqual([
			{
				role: 'user',
				content: [
					{
						type: 'text',
						text: 'look\n[The picture of page 3 of "/inputs/old.pdf" is not shown any more: look_at shows it again]',
					},
					{ type: 'image_url', image_url: { url: seen } },
				],
			},
			expect.objectContaining({ role: 'assistant', content: null }),
			{ role: 'tool', tool_call_id: expect.any(String), content: 'Looked' },
			{ role: 'assistant', content: 'I look at it.' },
			{
				role: 'user',
				content: [
					{ type: 'text', text: '[What you asked to look at:]' },
					{ type: 'image_url', image_url: { url: seen } },
				],
			},
			{ role: 'assistant', content: 'Blue' },
			{ role: 'user', content: 'And now?' },
		]);
	});

	it('are words where they are not taken', () => {
		const told = wire(false);
		expect(told).toHaveLength(5);
		expect(told[0]?.content).toMatch(
			/^look\n\[You cannot see the picture "\/inputs\/a\.png".+\]\n\[You cannot see the picture of page 3 of "\/inputs\/old\.pdf".+\]$/,
		);
		expect(told[2]?.content).toMatch(
			/^Looked\n\[You cannot see the picture "\/inputs\/b\.png": this model takes no pictures/,
		);
	});

	it('change nothing of a history without any', () => {
		const { pictures: _pictures, ...plain } = request;
		const messages = plain.messages.map((message) => ('pictures' in message ? { ...message, pictures: [] } : message));
		expect(wire(true, { ...plain, messages })).toEqual(wire(false, { ...plain, messages }));
	});
});
