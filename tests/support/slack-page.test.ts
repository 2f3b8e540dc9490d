import { describe, expect, it } from 'vitest';
import type { SeenMessage } from './fake-slack/seen.ts';
import { renderBlock } from './slack-page/render-block.ts';
import { renderPage } from './slack-page/render-page.ts';

const message: SeenMessage = {
	ts: '1795848151.000100',
	threadTs: undefined,
	channel: 'C1',
	user: 'U1',
	botId: undefined,
	subtype: undefined,
	text: '<@U0BOT> how <b>much</b>?',
	blocks: [],
	metadata: undefined,
	files: [],
	stream: undefined,
	edited: false,
	edits: 0,
	ephemeralTo: undefined,
	reactions: {},
};
const task = {
	...{ type: 'task_card', task_id: '1', title: 'ls', status: 'complete' },
	details: { type: 'rich_text', elements: [{ type: 'text', text: 'done' }] },
};
const page = { channel: 'sales', botUser: 'U0BOT', nameOf: (user: string) => (user === 'U1' ? 'Ada' : 'Threadsmith') };

describe('the page of a thread', () => {
	it('shows who said what, with mentions as names and nothing as HTML', () => {
		const html = renderPage({ ...page, messages: [message] });
		expect(html).toContain('<b>Ada</b>');
		expect(html).toContain('@Threadsmith</span> how &lt;b&gt;much&lt;/b&gt;?');
	});

	it('shows what the bot sent as blocks, and its files', () => {
		const blocks = [{ type: 'markdown', text: '**42** & `x`\n\n| a |\n| - |\n| 1 |' }];
		const files = [{ id: 'F1', name: 'a.png', title: 'a', mode: 'hosted', bytes: Buffer.from('png') }];
		const html = renderPage({ ...page, messages: [{ ...message, user: 'U0BOT', botId: 'B', blocks, files }] });
		expect(html).toContain('<b>42</b> &amp; <code>x</code>');
		expect(html).toContain('<td>1</td>');
		expect(html).toContain('data:image/png;base64,cG5n');
	});

	it('shows reactions, what was changed, and what one person alone sees', () => {
		const marked = { ...message, edited: true, ephemeralTo: 'U1', reactions: { x: ['U1'], '<b>': ['U1', 'U2'] } };
		const html = renderPage({ ...page, messages: [marked] });
		for (const mark of ['❌ 1', ':&lt;b&gt;: 2', '(edited)', 'Only visible to you']) expect(html).toContain(mark);
	});

	it('asks nothing of the network', () => {
		expect(renderPage({ ...page, messages: [message] })).not.toMatch(/https?:|<script|<link/);
	});

	it.each([
		[{ type: 'section', text: { type: 'mrkdwn', text: '*a* <b>' } }, '<b>a</b> &lt;b&gt;'],
		[{ type: 'context', elements: [{ type: 'mrkdwn', text: '✓ *bash*  `ls`' }] }, '<b>bash</b>'],
		[
			{ type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Use now' } }] },
			'Use now</button>',
		],
		[{ type: 'table', rows: [[{ type: 'raw_text', text: 'x' }], [{ type: 'raw_text', text: 'y' }]] }, '<td>y</td>'],
		[{ type: 'plan', title: 'Steps', tasks: [task] }, '✓ ls<small>done'],
		[{ type: 'context_actions', elements: [] }, '👍'],
	])('draws %j', (block, html) => {
		expect(renderBlock(block)).toContain(html);
	});

	it('refuses a block that it does not know', () => {
		expect(() => renderBlock({ type: 'hologram' })).toThrow('hologram');
	});
});
