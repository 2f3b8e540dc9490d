import { describe, expect, it } from 'vitest';
import { findOrphanStream, findPosted } from '../../../../src/adapters/slack/api/find-posted.ts';
import { createPostOnce } from '../../../../src/adapters/slack/api/post-once.ts';
import { slackSentence } from '../../../../src/adapters/slack/api/problems/slack-sentence.ts';
import { isSlackAway } from '../../../../src/adapters/slack/api/problems/trouble.ts';
import { createDirectory } from '../../../../src/adapters/slack/people/create-directory.ts';
import { threadAt } from '../../../../src/adapters/slack/thread-keys.ts';
import type { FakeSlackOptions } from '../../../support/fake-slack/options.ts';
import { openOnFakeSlack } from './on-fake-slack.ts';

const { signal } = new AbortController();

async function openThread(options?: FakeSlackOptions) {
	const open = await openOnFakeSlack(options);
	const ts = open.root();
	const thread = threadAt({ team: 'T1', channel: 'C1', ts });
	const at = { thread, session: 's', turn: 't1' };
	const post = (key: string) => createPostOnce(open.deps)({ ...at, keys: [key], text: `about ${key}` }, signal);
	const own = () => open.slack.messages('C1', ts).filter(({ botId }) => botId !== undefined);
	return { ...open, root: ts, thread, post, own };
}

describe('posting into a thread', () => {
	it('puts one message there although its answer is lost', async () => {
		await using open = await openThread();
		open.slack.failNext('chat.postMessage', 'drop-response');
		const ts = await open.post('k1');
		expect(open.own().map((message) => message.ts)).toEqual([ts]);
		expect(await findPosted(open.deps, { thread: open.thread, key: 'k1' }, signal)).toBe(ts);
		expect(await findPosted(open.deps, { thread: open.thread, key: 'k' }, signal)).toBeUndefined();
	});

	it('puts one message there although the request was lost', async () => {
		await using open = await openThread();
		open.slack.failNext('chat.postMessage', 'drop-request', 2);
		const ts = await open.post('k1');
		expect(open.own().map((message) => message.ts)).toEqual([ts]);
	});

	it('waits for the look-up where the app is distributed', async () => {
		await using open = await openThread({ distributed: true });
		for (const key of ['k1', 'k2']) {
			open.slack.failNext('chat.postMessage', 'drop-response');
			await open.post(key);
		}
		expect(open.own()).toHaveLength(2);
		expect(open.slack.calls('conversations.replies').map(({ outcome }) => outcome)).toContain('ratelimited');
	});

	it('finds the stream that an earlier process has left behind', async () => {
		await using open = await openThread();
		const channel = { channel: 'C1', thread_ts: open.root };
		const start = { ...channel, recipient_user_id: 'U1', recipient_team_id: 'T1', markdown_text: 'so far' };
		const request = { method: 'chat.startStream', team: 'T1', repeat: 'never' } as const;
		await open.post('k1');
		const { ts } = await open.deps.calls.run({ ...request, send: (client) => client.chat.startStream(start) }, signal);
		await open.post('k2');
		const query = { thread: open.thread, after: open.root };
		expect(await findOrphanStream(open.deps, query, signal)).toBe(ts);
	});

	it.each(['team_added_to_org', 'org_login_required'])('goes on after %s, and puts one message there', async (code) => {
		await using open = await openThread();
		open.slack.failNext('chat.postMessage', code, 2);
		const ts = await open.post('k1');
		expect(open.own().map((message) => message.ts)).toEqual([ts]);
	});

	it('says that Slack is away while the workspace is being moved into an organisation', async () => {
		await using open = await openThread();
		open.slack.failNext('chat.postMessage', 'team_added_to_org', 1000);
		const error = await open.post('k1').catch((cause: unknown) => cause);
		expect(isSlackAway(error)).toBe(true);
		expect(slackSentence('post', error)).toContain('moved into an organisation');
	});

	it('says why a channel takes nothing', async () => {
		await using open = await openOnFakeSlack();
		open.slack.addChannel({ id: 'C9', members: ['U1'], withBot: false });
		const thread = threadAt({ team: 'T1', channel: 'C9', ts: '1700000000.000001' });
		const post = { thread, session: 's', turn: 't1', keys: ['k'], text: 'x' } as const;
		const error = await createPostOnce(open.deps)(post, signal).catch((cause) => cause);
		expect(slackSentence('post in the thread', error)).toContain('/invite');
	});
});

describe('the pace of calls', () => {
	it('meets no limit of a tier, and few of a channel', async () => {
		await using open = await openThread({ tiers: true });
		const ts = await open.post('k1');
		const update = { channel: 'C1', ts, text: 'changed' };
		const request = { method: 'chat.update', team: 'T1', repeat: 'safe' } as const;
		const updates = Array.from({ length: 120 }, () =>
			open.deps.calls.run({ ...request, send: (client) => client.chat.update(update) }, signal),
		);
		const posts = Array.from({ length: 20 }, (_, index) => open.post(`p${index}`));
		await Promise.all([...updates, ...posts]);
		expect(open.slack.calls('chat.update').filter(({ outcome }) => outcome === 'ratelimited')).toEqual([]);
		expect(open.slack.calls('chat.update')).toHaveLength(120);
		expect(open.own()).toHaveLength(21);
	});
});

describe('fifty posts at once into one channel', () => {
	it.each([5, 25, 60])('are all made where it takes %i at once, each limit met once, and obeyed', async (burst) => {
		await using open = await openThread({ tiers: true, burst });
		const from = open.slack.now();
		await Promise.all(Array.from({ length: 50 }, (_, index) => open.post(`p${index}`)));
		expect(open.own()).toHaveLength(50);
		const limited = open.slack.calls('chat.postMessage').filter(({ outcome }) => outcome === 'ratelimited');
		expect(limited.length).toBeLessThanOrEqual(3);
		expect(open.slack.impatient()).toEqual([]);
		expect((open.slack.now() - from) / 1000).toBeLessThan(Math.max(0, 50 - burst) * 1.1 + 5);
	});

	it('meet a limit at once where nobody holds them back', async () => {
		await using open = await openThread({ tiers: true, burst: 25 });
		const posts = Array.from({ length: 50 }, () =>
			fetch(`${open.deps.apiUrl}chat.postMessage`, {
				method: 'POST',
				headers: { authorization: `Bearer ${open.slack.botToken}` },
				body: new URLSearchParams({ channel: 'C1', text: 'x' }),
			}),
		);
		const refused = (await Promise.all(posts)).filter(({ status }) => status === 429);
		expect(refused).toHaveLength(25);
		expect(refused[0]?.headers.get('retry-after')).toBe('1');
		expect(open.slack.impatient().length).toBeGreaterThan(20);
	});
});

describe('the directory', () => {
	it('knows members, guests, strangers, groups and the installer', async () => {
		await using open = await openOnFakeSlack();
		open.slack.addUser({ id: 'U7', restricted: true });
		open.slack.addUser({ id: 'U8', team: 'T9' });
		open.slack.addGroup({ id: 'S1', users: ['U2', 'U8'] });
		const directory = createDirectory({ ...open.deps, groups: ['T1/S1'] });
		const traitsOf = async (user: string) => (await directory.person('T1', user, { channel: 'C1' }, signal))?.traits;
		expect(await traitsOf('U1')).toEqual(['slack:T1/channel:C1', 'slack:T1/installer']);
		expect(await traitsOf('U2')).toEqual(['slack:T1/channel:C1', 'slack:T1/group:S1']);
		expect(await traitsOf('U7')).toContain('slack:T1/guests');
		expect(await traitsOf('U8')).toContain('slack:T1/externals');
		expect(await traitsOf(open.slack.botUser)).toBeUndefined();
		expect(await directory.nameOf('T1', 'U1', signal)).toBe('Ada');
	});

	it('denies by default without the scope users:read', async () => {
		await using open = await openOnFakeSlack({ scopes: ['chat:write'] });
		const person = await createDirectory({ ...open.deps, groups: [] }).person('T1', 'U1', { channel: 'C1' }, signal);
		expect(person?.traits).toContain('slack:T1/externals');
	});
});
