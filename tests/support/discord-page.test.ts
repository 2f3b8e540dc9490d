import { ButtonStyle, ComponentType, MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { markerOf } from '../../src/adapters/discord/marker.ts';
import { renderComponent } from './discord-page/render-component.ts';
import { renderMarkdown } from './discord-page/render-markdown.ts';
import { renderPage } from './discord-page/render-page.ts';
import type { SeenMessage } from './fake-discord/seen.ts';

const message: SeenMessage = {
	id: '1511742380245352448',
	channel: '20',
	author: '1',
	content: '<@9> how <b>much</b>?',
	components: [],
	embeds: [],
	flags: 0,
	attachments: [],
	nonce: undefined,
	edits: 0,
	reference: undefined,
	ephemeralTo: undefined,
	interaction: undefined,
	reactions: {},
};
const names: Readonly<Record<string, string>> = { 1: 'Ada', 2: 'makers', 9: 'Threadsmith' };
const nameOf = (id: string) => names[id];
const commandOf = (id: string) => (id === '7' ? { name: 'smith ask', user: '1' } : undefined);
const page = { channel: 'sales', name: 'Totals & more', bot: '9', nameOf, commandOf };
const file = {
	id: '5',
	name: 'a.png',
	bytes: Buffer.from('png'),
	url: 'http://127.0.0.1/a.png',
	contentType: undefined,
};

function text(content: string) {
	return { type: ComponentType.TextDisplay, content } as const;
}

function draw(...messages: Partial<SeenMessage>[]): string {
	return renderPage({ ...page, messages: messages.map((given) => ({ ...message, ...given })) });
}

describe('the page of a thread in Discord', () => {
	it('shows who said what and when, with mentions as names and nothing as HTML', () => {
		const html = draw({});
		expect(html).toContain('Totals &amp; more');
		expect(html).toMatch(/<b>Ada<\/b> <small>\d\d:\d\d</);
		expect(html).toContain('@Threadsmith</span> how &lt;b&gt;much&lt;/b&gt;?');
	});

	it('says a name once for messages that follow each other', () => {
		expect(draw({}, { content: 'again' }).split('<b>Ada</b>')).toHaveLength(2);
	});

	it('shows which command a message answers, and which message', () => {
		expect(draw({ author: '9', interaction: '7' })).toContain('<b>Ada</b> used <span class="mention">/smith ask');
		expect(draw({ content: 'the first' }, { id: '2', author: '9', reference: message.id })).toContain(
			'<b>Ada</b> the first',
		);
	});

	it('shows components, embeds and files', () => {
		const html = draw({
			author: '9',
			content: '**42** & `x`',
			embeds: [{ title: 'Steps', description: '-# done', footer: { text: '2 s' } }],
			components: [{ type: ComponentType.ActionRow, components: [stop] }],
			attachments: [file, { ...file, name: 'b.csv', bytes: Buffer.from('a,b\n1,2\n') }, { ...file, name: 'c.zip' }],
		});
		for (const part of [
			'<b>42</b> &amp; <code>x</code>',
			'<b>Steps</b>',
			'2 s',
			'class="danger">Stop</button>',
			'data:image/png;base64,cG5n',
			'a,b\n1,2',
			'<a>c.zip</a>',
		])
			expect(html).toContain(part);
	});

	it('shows a file in Components V2 only where a component refers to it', () => {
		const hidden = { author: '9', content: '', flags: MessageFlags.IsComponentsV2, attachments: [file] };
		expect(draw({ ...hidden, components: [text('nothing')] })).not.toContain('<img');
		const items = [{ media: { url: 'attachment://a.png' } }];
		expect(draw({ ...hidden, components: [{ type: ComponentType.MediaGallery, items }] })).toContain('<img');
	});

	it('shows reactions, what was changed, who alone sees it, and that nothing came yet', () => {
		const html = draw({
			edits: 1,
			ephemeralTo: '1',
			flags: MessageFlags.Loading,
			reactions: { '⏳': ['9'], '<i>': ['1', '9'] },
		});
		for (const mark of ['⏳ 1', '&lt;i&gt; 2', '(edited)', 'Only you can see this', 'thinking'])
			expect(html).toContain(mark);
	});

	it('asks nothing of the network', () => {
		expect(draw({ content: '[x](https://example.org) https://example.org', attachments: [file] })).not.toMatch(
			/(?:src|href)="(?!data:)|<script|<link|url\(/,
		);
	});

	it.each([
		['# one\n## two\n### three\n#### four', '<h1>one</h1><h2>two</h2><h3>three</h3><div>#### four</div>'],
		['-# small\n> said', '<div class="small">small</div><blockquote>said</blockquote>'],
		['- a\n  - b\n2. c', '<span>2.</span>'],
		['a\n\nb', '<div>a</div><div class="gap"></div><div>b</div>'],
		[
			'a **b _c_** __d__ ~~e~~ ||f||',
			'<div>a <b>b <i>c</i></b> <u>d</u> <s>e</s> <span class="spoiler">f</span></div>',
		],
		['`**a** <b>` \\*b\\* snake_case_name', '<code>**a** &lt;b&gt;</code> *b* snake_case_name'],
		['x\n```py\na = "**b**"\n```\ny', '<div>x</div><pre>a = &quot;**b**&quot;</pre><div>y</div>'],
		['[here](https://example.org) <@1> <@&2> <#3> <:smile:4>', '<a>here</a>'],
		[
			'<@1> <@&2> <#3> <:smile:4>',
			'@Ada</span> <span class="mention">@makers</span> <span class="mention">#3</span> :smile:',
		],
		['<t:0:f>', '1970-01-01 00:00'],
		[`✓ done${markerOf('a')}`, '<div>✓ done</div>'],
		['', ''],
	])('draws the Markdown %j', (markdown, html) => {
		const drawn = renderMarkdown(markdown, nameOf);
		expect(html === '' ? drawn === '' : drawn.includes(html), drawn).toBe(true);
	});

	it.each([
		[
			{ type: ComponentType.Container, accent_color: 255, components: [text('-# a')] },
			'border-left-color:#0000ff"><div class="text"><div class="small">a',
		],
		[
			{ type: ComponentType.Section, components: [text('a')], accessory: { ...buttonOf('Use now'), disabled: true } },
			'disabled">Use now</button>',
		],
		[
			{
				type: ComponentType.ActionRow,
				components: [{ type: ComponentType.StringSelect, options: [{ label: 'one', value: '1' }] }],
			},
			'one<small>',
		],
		[{ type: ComponentType.Separator }, '<hr>'],
		[{ type: ComponentType.File, file: { url: 'attachment://a.png' } }, '<img'],
		[{ type: ComponentType.Thumbnail, media: { url: 'attachment://gone.png' } }, 'gone.png'],
	])('draws the component %j', (component, html) => {
		expect(renderComponent(component, { attachments: [file], nameOf })).toContain(html);
	});

	it('refuses a component that it does not know', () => {
		expect(() => renderComponent({ type: 4711 }, { attachments: [], nameOf })).toThrow('4711');
	});
});

const stop = { ...buttonOf('Stop'), style: ButtonStyle.Danger } as const;

function buttonOf(label: string) {
	return { type: ComponentType.Button, style: ButtonStyle.Secondary, custom_id: label, label } as const;
}
