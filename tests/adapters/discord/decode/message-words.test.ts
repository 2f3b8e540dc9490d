import { describe, expect, it } from 'vitest';
import { messageWords } from '../../../../src/adapters/discord/decode/message-words.ts';

const none = { content: '', embeds: [] };

describe('the words of a message', () => {
	it('are what was typed, and quoted what bots have set beside it; previews of links are none', () => {
		const embeds = [
			{ type: 'rich', title: 'Build 7', url: 'https://example.com/7', fields: [{ name: 'state', value: 'failed' }] },
			{ type: 'link', title: 'A page', description: 'about something' },
		] as never;
		expect(messageWords({ content: 'look', embeds })).toBe('look\n> Build 7 (https://example.com/7)\n> state: failed');
	});

	it('are those of a forwarded message, its components, a poll and stickers', () => {
		const forwarded = { message: { ...none, content: 'one\ntwo' } } as never;
		expect(messageWords({ ...none, message_snapshots: [forwarded] })).toBe('Forwarded message:\n> one\n> two');
		const components = [{ type: 17, components: [{ type: 10, content: 'a' }, { type: 1 }] }] as never;
		expect(messageWords({ ...none, components })).toBe('a');
		const poll = { question: { text: 'Lunch?' }, answers: [{ poll_media: { text: 'soup' } }] } as never;
		expect(messageWords({ ...none, poll })).toBe('Poll: Lunch?\n- soup');
		expect(messageWords({ ...none, sticker_items: [{ name: 'wave' }] as never })).toBe('(sticker: wave)');
	});
});
