import { expect, it } from 'vitest';
import { readMessage } from '../../../../../src/adapters/slack/decode/words/message-words.ts';

const richText = (blocks: readonly unknown[]) => readMessage({ blocks: [...blocks] }, 'T1').own;

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
				{ type: 'team', team_id: 'T1' },
				{ type: 'date', timestamp: 0, format: '{date}' },
			),
			{ type: 'rich_text_list', style: 'ordered', indent: 0, elements: [section(text('one')), section(text('two'))] },
			{ type: 'rich_text_list', style: 'bullet', indent: 1, elements: [section(text('inner'))] },
			{ type: 'rich_text_quote', elements: [text('said\nbefore')] },
			{ type: 'rich_text_preformatted', elements: [text('x = 1')] },
		],
	};
	expect(richText([block])).toBe(
		[
			'<@UBOT> is a &lt; b &amp; c? see <https://example.com|the page> in <#C1>:wave:<!here><!subteam^S1>#fff@T11970-01-01T00:00:00.000Z',
			'1. one\n2. two',
			'  - inner',
			'> said\n> before',
			'```\nx = 1\n```',
		].join('\n'),
	);
});

it('what is of no form says nothing, and a kind that Slack’s library does not list is named', () => {
	expect(richText([])).toBe('');
	expect(richText([null, 3, { type: 'rich_text' }, { type: 'rich_text', elements: 'x' }])).toBe('');
	const section = { type: 'rich_text_section', elements: [{ type: 'new' }, { type: 'newer', text: 'has words' }] };
	expect(richText([{ type: 'rich_text', elements: [section, { type: 'rich_text_new' }] }])).toBe(
		'(a "new", which I cannot read)has words\n(a "rich_text_new", which I cannot read)',
	);
});
