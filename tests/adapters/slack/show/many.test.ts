import { describe, expect, it } from 'vitest';
import {
	answer,
	createFeed,
	done,
	openShow,
	remark,
	started,
	taken,
	toolFinished,
	toolStarted,
	words,
} from './open-show.ts';
import { sentence, textOf, textsOf } from './streaming-turn.ts';

describe('live messages in Slack', () => {
	it('goes on in another one before it is larger than Slack takes', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key));
		for (let at = 0; at < 400; at += 1) feed.push(words(`Wörter und Zeichen 漢字 ${at}; `));
		await opened.see(async () => {
			await opened.pass(1000);
			return textOf(opened, thread).includes('漢字 399;');
		}, 'all words');
		const texts = textOf(opened, thread);
		for (let at = 0; at < 400; at += 1) expect(texts).toContain(`字 ${at}; `);
		expect(opened.shown(thread).length).toBeGreaterThan(1);
		expect(opened.slack.calls('chat.appendStream').every(({ outcome }) => outcome === 'ok')).toBe(true);
		feed.push(remark('Words.'), toolStarted('c1'), toolFinished('c1'), answer('Short.', 2), done);
		feed.end();
		await opened.until(showing);
		expect(opened.shown(thread)).toHaveLength(2);
	});

	it('holds any number of tools', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), words('First I look. '), remark('First I look.'));
		const count = 120;
		for (let at = 0; at < count; at += 1)
			feed.push(toolStarted(`c${at}`, `ls /${'x'.repeat(100)}/${at}`), toolFinished(`c${at}`));
		feed.push(answer('Looked.', 2), done);
		feed.end();
		await opened.until(showing);
		const shown = opened.shown(thread);
		expect(textsOf(opened, thread).at(-1)).toContain('Looked.');
		expect(shown.every(({ stream }) => stream === undefined || stream === 'stopped')).toBe(true);
		expect(opened.outbox.all.every(({ id }) => id !== undefined)).toBe(true);
	});

	it('keeps twenty threads apart', async () => {
		await using opened = await openShow({ fake: { tiers: true } });
		const turns = Array.from({ length: 20 }, (_, at) => {
			const { thread, key } = opened.root();
			const feed = createFeed();
			const session = `s${at}`;
			const showing = opened.show(thread, feed);
			feed.push({ ...started, session }, taken(key), words(`${session}: ${sentence.repeat(6)}`));
			return { at, thread, feed, showing };
		});
		for (let round = 0; round < 10; round += 1) {
			for (const { at, feed } of turns) feed.push(words(`<${at}.${round}> `));
			await opened.pass(300);
		}
		for (const { at, feed } of turns) {
			const rest = Array.from({ length: 10 }, (_, round) => `<${at}.${round}> `).join('');
			feed.push(answer(`s${at}: ${sentence.repeat(6)}${rest}`), done);
			feed.end();
		}
		await opened.until(Promise.all(turns.map(({ showing }) => showing)));
		for (const { at, thread } of turns) {
			expect(opened.shown(thread), `thread ${at}`).toHaveLength(1);
			const text = textOf(opened, thread).replaceAll('\u200b', '');
			const found = [...text.matchAll(/<(\d+)\.(\d+)>/g)].map(([whole]) => whole);
			expect(found).toEqual(Array.from({ length: 10 }, (_, round) => `<${at}.${round}>`));
		}
	});
});
