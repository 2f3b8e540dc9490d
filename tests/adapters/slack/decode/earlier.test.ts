import { describe, expect, it } from 'vitest';
import { createSlackPast } from '../../../../src/adapters/slack/decode/earlier.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type OpenListen, openListen } from '../listen/open-listen.ts';

const signal = new AbortController().signal;

function earlier(listen: OpenListen, root: string, before: string) {
	const thread = { platform: 'slack', id: `T1-C1-${root}` } as const;
	return createSlackPast(listen.deps).earlier(thread, `T1/C1/${before}`, signal);
}

async function post(slack: FakeSlack, listen: OpenListen, threadTs: string, text: string): Promise<void> {
	const args = { channel: 'C1', thread_ts: threadTs, text };
	const call = { method: 'chat.postMessage', team: 'T1', repeat: 'never' } as const;
	await listen.deps.calls.run({ ...call, send: (client) => client.chat.postMessage(args) }, signal);
	expect(slack.messages('C1', threadTs).length).toBeGreaterThan(1);
}

/** A line a minute: where the end of a thread is looked for depends on how evenly it was said. */
async function talk(slack: FakeSlack, lines: number) {
	const root = await slack.as('U1').say('C1', 'begin');
	for (let count = 1; count <= lines; count += 1) {
		slack.advance(60_000);
		await slack.as('U2').say('C1', `line ${count}`, { threadTs: root.ts });
	}
	return root;
}

function textsOf(messages: readonly { readonly text: string }[]): string[] {
	return messages.map(({ text }) => text);
}

describe('what was said before', () => {
	it('is told with who said it, in order, with files, up to the message that asks', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const file = { name: 'sales.csv', bytes: new TextEncoder().encode('a\n') };
		const root = await slack.as('U2').say('C1', 'the numbers are off, <@U1>', { files: [file] });
		await post(slack, listen, root.ts, 'I was here');
		const asked = await slack.as('U1').mention('C1', 'look', { threadTs: root.ts });
		await slack.as('U2').say('C1', 'later', { threadTs: root.ts });
		expect(await earlier(listen, root.ts, asked.ts)).toEqual({
			first: [
				{
					name: 'Bo',
					person: { id: 'slack:T1/U2', name: 'Bo', traits: ['slack:T1/channel:C1'], zone: 'Europe/London' },
					at: new Date(Math.round(Number(root.ts) * 1000)).toISOString(),
					text: 'the numbers are off, @Ada',
					files: [{ name: 'sales.csv', size: 2, source: expect.stringMatching(/^T1\/F/) }],
				},
			],
			leftOut: { kind: 'none' },
			newest: [{ name: 'Threadsmith', at: expect.any(String), text: 'I was here', files: [] }],
		});
	});

	it('is what the thread began with and the newest of many, and how many lie between is counted', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const root = await talk(slack, 60);
		const asked = await slack.as('U1').mention('C1', 'look', { threadTs: root.ts });
		await slack.as('U2').say('C1', 'later', { threadTs: root.ts });
		const { first, leftOut, newest } = await earlier(listen, root.ts, `${asked.ts}/shortcut/1.2`);
		expect(textsOf(first)).toEqual(['begin']);
		expect([newest.length, newest[0]?.text, newest.at(-1)?.text]).toEqual([49, 'line 12', 'line 60']);
		expect(leftOut).toEqual({ kind: 'exactly', count: 11 });
	});

	it('is found at the end of a thread that Slack gives a few at a time, without reading all that lies between', async () => {
		await using slack = await startFakeSlack({ mostMessages: 15 });
		await using listen = await openListen(slack);
		const root = await talk(slack, 300);
		const asked = await slack.as('U1').mention('C1', 'look', { threadTs: root.ts });
		const { first, leftOut, newest } = await earlier(listen, root.ts, asked.ts);
		expect(textsOf(first)).toEqual(['begin']);
		expect(newest.at(-1)?.text).toBe('line 300');
		expect(newest.length).toBeGreaterThan(4);
		expect(textsOf(newest)).toEqual(newest.map((_, index) => `line ${301 - newest.length + index}`));
		expect(leftOut).toEqual({ kind: 'about', count: 300 - newest.length });
		expect(slack.calls('conversations.replies').length).toBeLessThan(300 / 15 / 2);
	});

	it('is the beginning alone where Slack lets nobody read on in time', async () => {
		await using slack = await startFakeSlack({ mostMessages: 15 });
		const clock = createHandClock(Date.now());
		await using listen = await openListen(slack, { clock });
		const root = await talk(slack, 30);
		const asked = await slack.as('U1').mention('C1', 'look', { threadTs: root.ts, order: 'message-first' });
		slack.rateLimit('conversations.replies', { perMinute: 1 });
		const past = createSlackPast({ ...listen.deps, longestMs: 300 });
		const thread = { platform: 'slack', id: `T1-C1-${root.ts}` } as const;
		const reading = past.earlier(thread, `T1/C1/${asked.ts}`, signal);
		await waitFor(() => slack.calls('conversations.replies').length === 2, 'the page that is refused');
		await clock.advance(300);
		const { first, leftOut, newest } = await reading;
		expect(textsOf(first).slice(0, 2)).toEqual(['begin', 'line 1']);
		expect(newest).toEqual([]);
		expect(leftOut).toEqual({ kind: 'about', count: 31 - first.length });
	});

	it('that cannot be read is refused with a sentence', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		await expect(earlier(listen, '1700000000.000100', '1700000001.000100')).rejects.toThrow(
			/^Cannot read what was said before/,
		);
	});
});

describe('a thread that is read on demand', () => {
	it('comes a page after the other, with what never named us, each message once', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const root = await talk(slack, 250);
		const past = createSlackPast(listen.deps);
		const thread = { platform: 'slack', id: `T1-C1-${root.ts}` } as const;
		const texts: string[] = [];
		let page = await past.page(thread, undefined, signal);
		expect(page.total).toBe(251);
		for (;;) {
			texts.push(...textsOf(page.messages));
			if (page.next === undefined) break;
			page = await past.page(thread, page.next, signal);
		}
		expect(texts).toEqual(['begin', ...Array.from({ length: 250 }, (_, index) => `line ${index + 1}`)]);
	});

	it('is nothing where answers are for one person’s eyes', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const thread = { platform: 'slack', id: 'T1-C1-U1' } as const;
		const past = createSlackPast(listen.deps);
		expect(await past.page(thread, undefined, signal)).toEqual({ messages: [], next: undefined, total: undefined });
		expect((await past.earlier(thread, undefined, signal)).first).toEqual([]);
	});

	it('is refused with a sentence where Slack lets nobody read in time', async () => {
		await using slack = await startFakeSlack();
		const clock = createHandClock(Date.now());
		await using listen = await openListen(slack, { clock });
		const root = await talk(slack, 1);
		slack.rateLimit('conversations.replies', { retryAfter: 60 });
		const past = createSlackPast({ ...listen.deps, longestMs: 100 });
		const thread = { platform: 'slack', id: `T1-C1-${root.ts}` } as const;
		const reading = expect(past.page(thread, undefined, signal)).rejects.toThrow('lets this app read a page a minute');
		await waitFor(() => slack.calls('conversations.replies').length === 1, 'the page that is refused');
		await clock.advance(100);
		await reading;
	});
});
