import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../../src/adapters/discord/thread-keys.ts';
import { answer, done, play, remark, started, taken, toolFinished, toolStarted, words } from './events.ts';
import { createFeed, openShow } from './open-show.ts';

describe('an answer in Discord', () => {
	it('is one message with thumbs, in a thread that is made for it, when it comes at once', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key, channel } = await opened.root('Add the numbers');
		await opened.until(opened.show(thread, play(started, taken(key), words('It is 4'), answer('It is **4**.'), done)));
		expect(discord.threads(discord.channel).map(({ id, name }) => ({ id, name }))).toEqual([
			{ id: channel, name: 'Add the numbers' },
		]);
		const [only, ...others] = opened.shown(thread);
		expect(others).toEqual([]);
		expect(only?.content).toContain('It is **4**.');
		expect(opened.texts(thread)[0]).toContain('👍');
		expect((only?.flags ?? 0) & MessageFlags.SuppressNotifications).toBe(0);
		expect(opened.outbox.all.every(({ id }) => id !== undefined)).toBe(true);
	});

	it('stands below the lines of what was done, which lose their Stop button', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key, [{ name: 'sales.csv', size: 2048 }]), words('I will look. '));
		feed.push(remark('I will look.'), toolStarted('c1', 'ls /inputs'));
		await opened.see(() => opened.texts(thread)[0]?.includes('ls /inputs'), 'the live message');
		expect(opened.texts(thread)[0]).toContain('sales.csv');
		expect(opened.texts(thread)[0]).toContain('Stop');
		expect((opened.shown(thread)[0]?.flags ?? 0) & MessageFlags.SuppressNotifications).not.toBe(0);
		feed.push(toolFinished('c1'), { type: 'usage', step: 1, inputTokens: 1000, outputTokens: 234 });
		feed.push(words('Done', 2), answer('Done: **12** rows.', 2), done);
		feed.end();
		await opened.until(showing);
		const [live, last, ...others] = opened.texts(thread);
		expect(others).toEqual([]);
		expect(live).toMatch(/sales\.csv[\s\S]*I will look\.[\s\S]*✓ .*bash.*ls \/inputs[\s\S]*1,234 tokens/);
		expect(live).not.toContain('Stop');
		expect(live).not.toContain('Done');
		expect(last).toContain('12');
		const live_ = opened.shown(thread)[0]?.id;
		const ids = opened.outbox.all.filter(({ key: of }) => /tool|\/1\/message|live-1$/.test(of)).map(({ id }) => id);
		expect(ids).toEqual([live_, live_, live_, live_]);
	});

	it('takes the place of words that streamed before it', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), words('Once upon a time '));
		await opened.see(() => opened.texts(thread)[0]?.includes('Once upon'), 'the words');
		opened.discord.failNext('POST /channels/:id/messages', { status: 503, text: 'away' }, 2);
		feed.push(words('there was.'), answer('Once upon a time there was.'), done);
		feed.end();
		await opened.until(showing);
		expect(opened.texts(thread)).toEqual([expect.stringContaining('Once upon a time there was.')]);
		const writes = opened.discord.calls().filter(({ path }) => /\/messages(\/\d+)?$/.test(path));
		const [answered, removed] = writes.filter(({ method }) => method === 'POST' || method === 'DELETE').slice(-2);
		expect(answered).toMatchObject({ method: 'POST', status: 200 });
		expect(removed).toMatchObject({ method: 'DELETE', status: 204 });
	});

	it('shows nothing of a short answer before it is whole', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		feed.push(started, taken(key), words('Once'));
		await opened.pass(650);
		feed.push(answer('Once.'), done);
		feed.end();
		await opened.until(showing);
		expect(opened.discord.calls('POST', '/channels/:id/messages')).toHaveLength(1);
		expect(opened.discord.calls('PATCH')).toHaveLength(0);
	});

	it('is several messages when it is long, the thumbs below the last one', async () => {
		await using opened = await openShow();
		const { thread } = await opened.root();
		const text = Array.from({ length: 90 }, (_, at) => `Line ${at} of a long answer, with some words in it.`).join(
			'\n',
		);
		await opened.until(opened.show(thread, play(started, answer(text), done)));
		const texts = opened.texts(thread);
		expect(texts.length).toBe(3);
		expect(texts.map((one) => one.includes('👍'))).toEqual([false, false, true]);
		expect(texts.join('\n')).toContain('Line 89 of');
		const rows = opened.outbox.all.filter(({ key }) => !key.endsWith('/form'));
		expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
	});

	it('is its beginning and a file when it is longer than that', async () => {
		await using opened = await openShow();
		const { thread } = await opened.root();
		const text = Array.from({ length: 500 }, (_, at) => `Line ${at} of a long answer, with some words in it.`).join(
			'\n',
		);
		await opened.until(opened.show(thread, play(started, answer(text), done)));
		const files = opened.shown(thread).flatMap(({ attachments }) => attachments);
		expect(files.map(({ name }) => name)).toEqual(['answer.md']);
		expect(Buffer.from(files[0]?.bytes ?? []).toString()).toBe(text);
		expect(opened.texts(thread)[0]).toContain('Line 0 of');
	});

	it('pings nobody, whatever it says, and says with each call whom', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key } = await opened.root();
		const feed = createFeed();
		const showing = opened.show(thread, feed);
		const loud = `<@${discord.ada}> <@&${discord.makers}> @everyone @here`;
		feed.push(started, taken(key), words(loud));
		await opened.see(() => opened.shown(thread).length > 0, 'the words');
		feed.push(remark(loud), toolStarted('c1', loud), toolFinished('c1'), answer(loud, 2), done);
		feed.end();
		await opened.until(showing);
		expect(opened.shown(thread).flatMap((message) => discord.pings(message))).toEqual([]);
		const writes = discord.calls().filter(({ method, path }) => method !== 'GET' && /\/messages(\/\d+)?$/.test(path));
		expect(writes.length).toBeGreaterThan(2);
		for (const { body, method } of writes) {
			if (method !== 'DELETE') expect(body).toMatchObject({ allowed_mentions: { parse: [], replied_user: false } });
		}
		expect(placeOf(thread).kind).toBe('thread');
	});
});

describe('whoever asked', () => {
	it('is in the thread that is made for their turn', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key, channel } = await opened.root('Add the numbers');
		const ada = { id: `discord:${discord.guild}/${discord.ada}`, name: 'Ada' };
		await opened.until(opened.show(thread, play(started, taken(key, [], ada), answer('4'), done)));
		const path = `/channels/${channel}/thread-members/${discord.ada}`;
		await opened.see(() => discord.calls('PUT').some((call) => call.path.endsWith(path)), 'the asker to be brought in');
	});
});
