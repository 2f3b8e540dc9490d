import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutMention as discordMention } from '../../src/adapters/discord/decode/readable-text.ts';
import { messageWords } from '../../src/adapters/discord/decode/words/message-words.ts';
import { escapeMarkdown, labelOf, marked, plainLine } from '../../src/adapters/discord/render/markdown/escape.ts';
import { discordRenderers } from '../../src/adapters/discord/render/renderers.ts';
import { splitText } from '../../src/adapters/markdown/split-text.ts';
import { createLiveContent as discordContent } from '../../src/adapters/present/live/live-content.ts';
import {
	withoutMention as slackMention,
	readableText as slackText,
} from '../../src/adapters/slack/decode/readable-text.ts';
import { allWords, readMessage } from '../../src/adapters/slack/decode/words/message-words.ts';
import { createLiveContent as slackContent } from '../../src/adapters/slack/live/live-content.ts';
import { lineOfWords } from '../../src/adapters/slack/render/cut-text.ts';
import { neutralise } from '../../src/adapters/slack/render/markdown/neutralise.ts';
import { createStreamText } from '../../src/adapters/slack/render/markdown/stream-text.ts';
import { progressMessage } from '../../src/adapters/slack/render/progress.ts';
import { slackRenderers } from '../../src/adapters/slack/render/renderers.ts';
import { cleanLine, createTextCleaner } from '../../src/adapters/terminal/render/clean-text.ts';
import { createStreamText as terminalText } from '../../src/adapters/terminal/render/stream-text.ts';
import { colorStyle } from '../../src/adapters/terminal/render/style.ts';
import { askedByCall } from '../support/asked-by-call.ts';
import { isLinear, repeatedText } from '../support/repeated-text.ts';

const slackWords = (message: Parameters<typeof readMessage>[0]) => allWords(readMessage(message, 'T1'));

const blocksOf = (text: string) => [
	{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] },
];

const question = (text: string) => ({
	...{ id: 'q1', session: 's1', turn: 't1', ...askedByCall('c1'), state: 'open' as const, text },
	...{ answer: { kind: 'text' as const }, whoMayAnswer: [], until: '2026-01-01T00:00:00.000Z' },
});

function inPieces(text: string, length: number, push: (piece: string) => unknown): void {
	for (let at = 0; at < text.length; at += length) push(text.slice(at, at + length));
}

/** What is done to texts in the thread that does everything else. */
const acts: Readonly<Record<string, (text: string) => unknown>> = {
	'an answer in Slack': (text) => slackRenderers.answer(text),
	'a text in Slack': (text) => slackRenderers.messages(text),
	'words that stream, where Slack does not': (text) => slackRenderers.edited([], text),
	'lines in Slack': (text) =>
		progressMessage([
			{ type: 'said', text },
			{ type: 'tool', callId: 'c', tool: text, title: text, state: 'failed', summary: text },
			{ type: 'notice', text: lineOfWords(text, 300) },
			{ type: 'file', name: text, size: 1 },
		]),
	'words that may ping': neutralise,
	'words that stream in Slack, by single characters': (text) => {
		const stream = createStreamText();
		inPieces(text, 1, stream.push);
		return stream.end();
	},
	'words that stream in Slack, at once': (text) => {
		const stream = createStreamText();
		return stream.push(text) + stream.end();
	},
	'an answer in Discord': (text) => discordRenderers.answer(text, 'k'),
	'a text in Discord': (text) => discordRenderers.messages(text, 'k'),
	'words that stream in Discord': (text) => discordRenderers.tail(text, 1500),
	'names in Discord': (text) => [plainLine(text), labelOf(text, 80), marked(escapeMarkdown(text), ['k'])],
	'the pieces of a text': (text) => splitText(text, 1900),
	'words that stream in a terminal, by few characters': (text) => {
		const stream = terminalText(() => 80, colorStyle);
		inPieces(text, 9, (piece) => [stream.push(piece), stream.open()]);
		return stream.end();
	},
	'words that stream in a terminal, at once': (text) => {
		const stream = terminalText(() => 80, colorStyle);
		return [stream.push(text), stream.missing(text), stream.end()];
	},
	'a message that is read in Slack': (text) => [
		slackMention(text, 'U1'),
		slackText(text, (id) => id),
		slackWords({ blocks: blocksOf(text) }),
		slackWords({
			text,
			attachments: [
				{ is_share: true, text, blocks: blocksOf(text) },
				{ text, fallback: text },
			],
		}),
		slackWords({
			blocks: [
				{ type: 'table', rows: [[{ type: 'raw_text', text }], [text]] },
				{ type: text, text },
			],
		}),
	],
	'a message that is read in Discord': (text) => [
		discordMention(text, { user: '1', roles: ['2'] }),
		messageWords({ content: text, embeds: [{ description: text }] }),
	],
	'output in a terminal': (text) => {
		const cleaner = createTextCleaner();
		inPieces(text, 50, cleaner.push);
		return [cleaner.end(), cleanLine(text)];
	},
};

describe('twice the text takes twice the time', () => {
	it.each(Object.entries(acts))('%s', (_what, act) => {
		fc.assert(
			fc.property(repeatedText, (text) => isLinear(text, act)),
			{ numRuns: 12 },
		);
	});

	it('for addresses without end that are marked in Discord', () => {
		const addresses = (characters: number) => `${'http://'.repeat(characters / 7)} a`;
		expect(isLinear(addresses, (text) => marked(text, ['k']))).toBe(true);
	});

	it('for questions on both platforms', () => {
		const ask = (text: string) => [
			slackRenderers.question(question(text)),
			slackRenderers.form(question(text), '{}'),
			discordRenderers.question(question(text), 'k'),
			discordRenderers.form(question(text)),
		];
		fc.assert(
			fc.property(repeatedText, (text) => isLinear(text, ask)),
			{ numRuns: 12 },
		);
	});
});

describe('what nests without end', () => {
	const nested = (levels: number, around: (inner: unknown) => unknown, innermost: unknown) =>
		Array.from({ length: levels }).reduce(around, innermost);

	it('is read in Slack as far as people write it', () => {
		const list = (inner: unknown) => ({ type: 'rich_text_list', style: 'bullet', indent: 1e9, elements: [inner] });
		const words = { type: 'rich_text_section', elements: [{ type: 'text', text: 'deep' }] };
		const text = (levels: number) =>
			slackWords({ blocks: [{ type: 'rich_text', elements: [nested(levels, list, words)] }] });
		expect(text(3)).toContain('deep');
		expect(text(50_000)).not.toContain('deep');
	});

	it('is read in Discord as far as people write it', () => {
		const row = (inner: unknown) => ({ type: 1, components: [inner] });
		const message = (levels: number) => {
			const components = [nested(levels, row, { type: 10, content: 'deep' })] as never;
			return { content: '', embeds: [], components };
		};
		expect(messageWords(message(3))).toBe('deep');
		expect(messageWords(message(50_000))).toBe('(something that lies too deep, which I cannot read)');
		const forward = (inner: unknown) => ({ content: 'a word', embeds: [], message_snapshots: [{ message: inner }] });
		const forwarded = nested(50_000, forward, message(1)) as Parameters<typeof messageWords>[0];
		expect(messageWords(forwarded).length).toBeLessThan(1000);
	});
});

describe('a live message', () => {
	it('of Slack grows no more after 12,000 characters of a step, whatever comes, and closes its fence', () => {
		const { outbound, memory, ...content } = slackContent();
		content.say(1, '```js\n');
		for (let at = 0; at < 1_000_000; at += 1) content.say(1, 'x');
		const chunks = [];
		for (let next = outbound.take(); next.length > 0; next = outbound.take()) chunks.push(...next);
		const text = chunks.map((chunk) => ('text' in chunk ? chunk.text : '')).join('');
		expect(text.length).toBeLessThan(12_100);
		expect(text).toMatch(/x\n```\n\n… _and more of it_\n\n$/);
		expect(memory.size()).toBe(1_000_006);
		expect(memory.words().length).toBeLessThanOrEqual(32_000);
		content.say(2, 'The next step.');
		expect(JSON.stringify(outbound.takeRest())).toContain('The next step.');
	});

	it('of Slack tells the beginning of a step that did not stream', () => {
		const { outbound, memory, ...content } = slackContent();
		content.put({ type: 'said', text: 'word '.repeat(200_000) }, 1);
		let size = 0;
		for (let next = outbound.take(); next.length > 0; next = outbound.take()) size += JSON.stringify(next).length;
		expect(size).toBeLessThan(14_000);
		expect(JSON.stringify(memory.lines()).length).toBeLessThan(4000);
	});

	it('of Discord keeps no more than it can show', () => {
		const content = discordContent();
		for (let at = 0; at < 1_000_000; at += 1) content.say(1, 'x');
		content.put({ type: 'tool', callId: 'c', tool: 'bash', title: 'y'.repeat(1_000_000), state: 'running' });
		expect(JSON.stringify(content.view(1)).length).toBeLessThan(40_000);
	});
});
