import { expect, it } from 'vitest';
import { richText } from '../../../../src/adapters/slack/decode/rich-text.ts';

const text = (words: string) => ({ type: 'text', text: words });
const section = (...elements: unknown[]) => ({ type: 'rich_text_section', elements });

it('the words of rich text come in the form of a message’s text', () => {
	const block = {
		type: 'rich_text',
		elements: [
			section(
				{ type: 'user', user_id: 'UBOT' },
				text(' is a < b & c? see '),
				{ type: 'link', url: 'https://example.com', text: 'the page' },
				text(' in '),
				{ type: 'channel', channel_id: 'C1' },
				{ type: 'emoji', name: 'wave' },
				{ type: 'broadcast', range: 'here' },
				{ type: 'usergroup', usergroup_id: 'S1' },
				{ type: 'color', value: '#fff' },
			),
			{ type: 'rich_text_list', style: 'ordered', indent: 0, elements: [section(text('one')), section(text('two'))] },
			{ type: 'rich_text_list', style: 'bullet', indent: 1, elements: [section(text('inner'))] },
			{ type: 'rich_text_quote', elements: [text('said\nbefore')] },
			{ type: 'rich_text_preformatted', elements: [text('x = 1')] },
		],
	};
	expect(richText([{ type: 'divider' }, block])).toBe(
		[
			'<@UBOT> is a &lt; b &amp; c? see <https://example.com|the page> in <#C1>:wave:<!here><!subteam^S1>',
			'1. one\n2. two',
			'  - inner',
			'> said\n> before',
			'```\nx = 1\n```',
		].join('\n'),
	);
});

it('blocks without words, or of an unknown form, say nothing', () => {
	expect(richText([])).toBe('');
	expect(richText([null, 3, { type: 'image' }, { type: 'rich_text' }, { type: 'rich_text', elements: 'x' }])).toBe('');
	expect(
		richText([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'new' }] }] }]),
	).toBe('');
});
