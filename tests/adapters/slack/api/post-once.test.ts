import { describe, expect, it } from 'vitest';
import { LostResponseError } from '../../../../src/adapters/slack/api/calls.ts';
import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import { findOrphanStream, findPosted } from '../../../../src/adapters/slack/api/find-posted.ts';
import { createPostOnce } from '../../../../src/adapters/slack/api/post-once.ts';
import { threadAt } from '../../../../src/adapters/slack/thread-keys.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { type Answer, type ApiCall, startApiServer } from './api-server.ts';
import { existingRoots } from './existing-roots.ts';
import { oneInstallation } from './one-installation.ts';

const { signal } = new AbortController();
const thread = threadAt({ team: 'T1', channel: 'C1', ts: '100.000001' });
const at = { thread, session: 's', turn: 't1' };
const post = { ...at, keys: ['t1/1/message', 't1/2/tool'], text: 'hello' } as const;

function ours(ts: string, ...keys: string[]) {
	const metadata = keys.length === 0 ? {} : { metadata: { event_type: 'threadsmith', event_payload: { keys } } };
	return { ts, bot_id: 'B1', user: 'UBOT', ...metadata };
}

/** A thread on a small server: posts are kept and found again; `lose` says which posts lose their answer, and whether they were kept. */
async function openThread(options: {
	lose?: (post: number) => 'kept' | 'gone' | undefined;
	messages?: object[];
	page?: number;
}) {
	const messages: object[] = [...(options.messages ?? [])];
	let posts = 0;
	const postMessage = ({ args }: ApiCall): Answer => {
		posts += 1;
		const lost = options.lose?.(posts);
		const ts = `200.00000${posts}`;
		if (lost !== 'gone')
			messages.push({ ts, bot_id: 'B1', text: args['text'], metadata: JSON.parse(args['metadata'] ?? '{}') });
		return lost === undefined ? { json: { ok: true, ts } } : 'cut';
	};
	const replies = ({ args }: ApiCall): Answer => {
		const from = Number(args['cursor'] ?? 0);
		const size = options.page ?? Number(args['limit']);
		const next = from + size < messages.length ? String(from + size) : '';
		return {
			json: { ok: true, messages: messages.slice(from, from + size), response_metadata: { next_cursor: next } },
		};
	};
	const server = await startApiServer((call) =>
		call.method === 'chat.postMessage' ? postMessage(call) : replies(call),
	);
	const clock = createJumpingClock();
	const installations = oneInstallation();
	const calls = createCalls({ installations, apiUrl: server.apiUrl, log: silentLogger, clock });
	return {
		server,
		messages,
		deps: { calls, roots: existingRoots, installations, clock, outbox: createMemoryOutbox(), log: silentLogger },
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

describe('createPostOnce()', () => {
	it('posts into the thread with its keys, and without unfurls', async () => {
		await using open = await openThread({});
		expect(await createPostOnce(open.deps)(post, signal)).toBe('200.000001');
		const [call] = open.server.callsOf('chat.postMessage');
		expect(call?.args).toMatchObject({
			channel: 'C1',
			thread_ts: '100.000001',
			text: 'hello',
			unfurl_links: 'false',
			unfurl_media: 'false',
		});
		expect(JSON.parse(call?.args['metadata'] ?? '')).toEqual({
			event_type: 'threadsmith',
			event_payload: { keys: ['t1/1/message', 't1/2/tool'] },
		});
	});

	it('finds what was posted when only the answer was lost', async () => {
		await using open = await openThread({ lose: () => 'kept' });
		expect(await createPostOnce(open.deps)(post, signal)).toBe('200.000001');
		expect(open.messages).toHaveLength(1);
	});

	it('posts again what did not arrive', async () => {
		await using open = await openThread({ lose: (number) => (number === 1 ? 'gone' : undefined) });
		expect(await createPostOnce(open.deps)(post, signal)).toBe('200.000002');
		expect(open.messages).toHaveLength(1);
		expect(open.server.callsOf('conversations.replies')).toHaveLength(1);
	});

	it('gives up after three times, having looked after each', async () => {
		await using open = await openThread({ lose: () => 'gone' });
		await expect(createPostOnce(open.deps)(post, signal)).rejects.toThrow(LostResponseError);
		expect(open.server.calls.map(({ method }) => method)).toEqual(
			Array.from({ length: 3 }, () => ['chat.postMessage', 'conversations.replies']).flat(),
		);
	});
});

describe('findPosted()', () => {
	const people = Array.from({ length: 5 }, (_, index) => ({ ts: `150.00000${index}`, user: 'U1' }));
	const copied = { ...ours('160.000001', 'k'), bot_id: 'B2', user: 'U2' };

	it('looks through all pages for our own message with that very key', async () => {
		await using open = await openThread({ messages: [...people, copied, ours('170.000001', 'a', 'k')], page: 2 });
		expect(await findPosted(open.deps, { thread, key: 'k' }, signal)).toBe('170.000001');
		expect(await findPosted(open.deps, { thread, key: 'kk' }, signal)).toBeUndefined();
		expect(open.server.calls[0]?.args).toMatchObject({ include_all_metadata: 'true', channel: 'C1', ts: '100.000001' });
	});

	it('finds nothing in a thread that is not there or not of Slack', async () => {
		await using server = await startApiServer(() => ({ json: { ok: false, error: 'thread_not_found' } }));
		const installations = oneInstallation();
		const calls = createCalls({ installations, apiUrl: server.apiUrl, log: silentLogger, clock: createJumpingClock() });
		expect(await findPosted({ calls, installations }, { thread, key: 'k' }, signal)).toBeUndefined();
		const elsewhere = { platform: 'slack', id: 'elsewhere' } as const;
		expect(await findPosted({ calls, installations }, { thread: elsewhere, key: 'k' }, signal)).toBeUndefined();
	});

	it('waits where the look-up is limited to one a minute', async () => {
		let asked = 0;
		await using server = await startApiServer(() => {
			asked += 1;
			if (asked === 1) return { status: 429, headers: { 'retry-after': '60' } };
			return { json: { ok: true, messages: [ours('170.000001', 'k')] } };
		});
		const installations = oneInstallation();
		const clock = createJumpingClock();
		const calls = createCalls({ installations, apiUrl: server.apiUrl, log: silentLogger, clock });
		const start = clock.now();
		expect(await findPosted({ calls, installations }, { thread, key: 'k' }, signal)).toBe('170.000001');
		expect(clock.now() - start).toBeGreaterThanOrEqual(60_000);
	});
});

describe('findOrphanStream()', () => {
	it('is our newest message without keys and without files after a time', async () => {
		const file = { ...ours('180.000009'), files: [{ id: 'F1' }] };
		const messages = [
			ours('150.000001'),
			ours('170.000001', 'k'),
			ours('180.000001'),
			file,
			{ ts: '190.1', user: 'U1' },
		];
		await using open = await openThread({ messages });
		expect(await findOrphanStream(open.deps, { thread, after: '160.000000' }, signal)).toBe('180.000001');
		expect(await findOrphanStream(open.deps, { thread, after: '180.000001' }, signal)).toBeUndefined();
	});
});
