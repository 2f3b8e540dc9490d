import { describe, expect, it } from 'vitest';
import { type SlackRender, slackRenderers } from '../../../../src/adapters/slack/render/renderers.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { renderHere } from '../../render-here.ts';
import {
	answer,
	createFeed,
	done,
	openShow,
	play,
	remark,
	started,
	taken,
	toolFinished,
	toolStarted,
	words,
} from './open-show.ts';

const long = 'A sentence of the answer. '.repeat(20);

describe('an answer in Slack', () => {
	it('is one message when it is short, with its key, thumbs and no unfurls', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		await opened.show(thread, play(started, taken(key), words('Forty'), words('-two'), answer('Forty-two'), done));
		const [only, ...others] = opened.shown(thread);
		expect(others).toEqual([]);
		expect(only).toMatchObject({ edits: 0, stream: undefined });
		expect(only?.metadata).toEqual({ event_type: 'threadsmith', event_payload: { keys: ['t1-x/1/message'] } });
		expect(only?.blocks.map(({ type }) => type)).toEqual(['markdown', 'context_actions']);
		expect(opened.slack.calls('chat.startStream')).toEqual([]);
		expect(opened.slack.calls('chat.postMessage')[0]?.args).toMatchObject({
			unfurl_links: expect.anything(),
			unfurl_media: expect.anything(),
		});
	});

	it('is what has streamed when that was quick and needed no tools', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), words(long));
		const stream = await opened.see(() => opened.shown(thread)[0], 'the stream');
		feed.push(words('The end.'), answer(`${long}The end.`), done);
		feed.end();
		await showing;
		const [only, ...others] = opened.shown(thread);
		expect(others).toEqual([]);
		expect(only).toMatchObject({ ts: stream.ts, stream: 'stopped', edits: 0 });
		expect(only?.text).toBe(`${long}The end.`);
		expect(only?.metadata).toMatchObject({ event_payload: { keys: ['t1-x/1/message'] } });
		expect(only?.blocks.map(({ type }) => type)).toEqual(['markdown', 'context_actions']);
		expect(opened.outbox.all.find((row) => row.key === 't1-x/1/message')?.id).toBe(only?.ts);
	});

	it('streams after a moment, however short it is', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), words('Let me think. '));
		// No time passes here.
		await waitFor(() => opened.slack.status('C1', thread.id.split('-')[2] ?? ''), 'the status');
		expect(opened.shown(thread)).toEqual([]);
		await opened.see(() => opened.shown(thread)[0]?.text === 'Let me think. ', 'the stream');
		feed.push(words('Forty-two'), answer('Let me think. Forty-two'), done);
		feed.end();
		await showing;
		expect(opened.shown(thread).map(({ text }) => text)).toEqual(['Let me think. Forty-two']);
	});

	it('comes as a new message below the lines when tools were used', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key, [{ name: 'sales.csv', size: 2048 }]), words('I look at it first. '));
		feed.push(remark('I look at it first.'), toolStarted('c1', 'head sales.csv'));
		const live = await opened.see(() => {
			const [message] = opened.shown(thread);
			return message && opened.slack.plainText(message).includes('head sales.csv') ? message : undefined;
		}, 'the card');
		expect(live.blocks[0]).toMatchObject({ type: 'plan' });
		expect(opened.slack.plainText(live)).toContain('sales.csv');
		feed.push(toolFinished('c1'), words('The sum is 42.', 2), answer('The sum is 42.', 2), done);
		feed.end();
		await showing;
		const [lines, answered, ...others] = opened.shown(thread);
		expect(others).toEqual([]);
		expect(lines?.ts).toBe(live.ts);
		const shown = lines ? opened.slack.plainText(lines) : '';
		for (const part of ['sales.csv  2 KB', 'I look at it first.', '✓ *bash*', 'head sales.csv', '0.3 s']) {
			expect(shown).toContain(part);
		}
		expect(shown).not.toContain('The sum is 42.');
		expect(answered && opened.slack.plainText(answered)).toContain('The sum is 42.');
	});

	it('leaves lines that are rendered as all that others wrote', async () => {
		const here = renderHere(slackRenderers);
		const rendered: string[] = [];
		const render: SlackRender = (name, args, patienceMs) => {
			rendered.push(name);
			return here(name, args, patienceMs);
		};
		await using opened = await openShow({ render });
		const { thread, key } = opened.root();
		const events = [started, taken(key), remark('I *look* first.'), toolStarted('c1'), toolFinished('c1')];
		await opened.until(opened.show(thread, play(...events, answer('42', 2), done)));
		expect(rendered).toContain('progress');
		const [lines] = opened.shown(thread);
		expect(lines && opened.slack.plainText(lines)).toContain('I look first.');
	});

	it('comes as a new message when it took more than ten seconds, and leaves no empty one behind', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), words(long));
		const stream = await opened.see(() => opened.shown(thread)[0], 'the stream');
		await opened.pass(11_000);
		feed.push(answer(long), done);
		feed.end();
		await showing;
		const [only, ...others] = opened.shown(thread);
		expect(others).toEqual([]);
		expect(only?.ts).not.toBe(stream.ts);
		expect(only && opened.slack.plainText(only)).toContain(long.trim());
	});

	it('is its text alone where Slack refuses its blocks', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		opened.slack.failNext('chat.postMessage', 'invalid_blocks');
		await opened.show(thread, play(started, taken(key), answer('**Forty**-two'), done));
		const [only, ...others] = opened.shown(thread);
		expect(others).toEqual([]);
		expect(only).toMatchObject({ text: '*Forty*-two', blocks: [] });
	});

	it('is split when it is long, and its last message has the thumbs', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const text = Array.from({ length: 40 }, (_, at) => `Paragraph ${at}: ${'words '.repeat(30)}`).join('\n\n');
		await opened.until(opened.show(thread, play(started, taken(key), answer(text), done)));
		const shown = opened.shown(thread);
		expect(shown.length).toBeGreaterThan(1);
		expect(shown.map((message) => message.blocks.some(({ type }) => type === 'context_actions'))).toEqual([
			...shown.slice(1).map(() => false),
			true,
		]);
		const all = shown.map((message) => opened.slack.plainText(message)).join('\n');
		for (let at = 0; at < 40; at += 1) expect(all.split(`Paragraph ${at}:`)).toHaveLength(2);
	});

	it('is a file below its beginning when it is longer than three messages', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const text = Array.from({ length: 120 }, (_, at) => `Paragraph ${at}: ${'words '.repeat(30)}`).join('\n\n');
		await opened.until(opened.show(thread, play(started, taken(key), answer(text), done)));
		const [file] = opened.slack.files();
		expect(file?.name).toBe('answer.md');
		expect(new TextDecoder().decode(file?.bytes)).toBe(text);
		const [summary] = opened.shown(thread);
		expect(summary && opened.slack.plainText(summary)).toMatch(/Paragraph 0:[\s\S]*answer\.md/);
	});

	it('is there in messages where its file cannot be handed over', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const text = Array.from({ length: 120 }, (_, at) => `Paragraph ${at}: ${'words '.repeat(30)}`).join('\n\n');
		opened.slack.failNext('files.getUploadURLExternal', 'file_uploads_disabled', 5);
		await opened.until(opened.show(thread, play(started, taken(key), answer(text), done)));
		const all = opened
			.shown(thread)
			.map((message) => opened.slack.plainText(message))
			.join('\n');
		for (let at = 0; at < 120; at += 1) expect(all).toContain(`Paragraph ${at}:`);
	});
});
