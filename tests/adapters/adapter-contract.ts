import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/adapters/adapter.ts';
import type { AgentEvent } from '../../src/chat/events.ts';
import type { Accept, Inbound } from '../../src/chat/inbound.ts';
import type { Question } from '../../src/chat/question.ts';
import type { Thread } from '../../src/chat/thread.ts';
import type { Outbox } from '../../src/store/store.ts';
import { askedByCall } from '../support/asked-by-call.ts';
import { waitFor } from '../support/wait-for.ts';
import { createMemoryOutbox } from './memory-outbox.ts';

/** A file on the platform, or one that the platform names but cannot give. */
export interface FileOnPlatform {
	readonly name: string;
	readonly bytes: Uint8Array | undefined;
}

/** A platform with one thread in it and a person who talks there. Disposing removes it. */
export interface AdapterHarness extends AsyncDisposable {
	readonly thread: Thread;
	/** An adapter on this platform, started. Opening a second one after disposing the first is a restart. */
	open(accept: Accept, outbox: Outbox): Promise<Adapter>;
	/** The person says something; the same `delivery` again is the platform delivering it again. */
	say(text: string, options?: { readonly delivery?: string; readonly file?: FileOnPlatform }): Promise<void>;
	/** The person answers the question that stands in the thread with one of its choices. */
	choose(question: Question, choice: string): Promise<void>;
	/** How many deliveries were acknowledged. */
	acknowledged(): Promise<number>;
	/** What has been posted in the thread, each post's text, oldest first. */
	posts(): Promise<readonly string[]>;
	/** The content of a file that was handed to the person. */
	fileOf(name: string): Promise<Uint8Array>;
	/** Keeps an artifact of the session, which the adapter finds under this name. */
	keepArtifact(name: string, bytes: Uint8Array): Promise<void>;
}

export const contractQuestion: Question = {
	id: 'q1',
	session: 's',
	turn: 't1',
	...askedByCall('c1'),
	text: 'Which column holds the region?',
	answer: { kind: 'choices', choices: ['area', 'region'] },
	whoMayAnswer: [],
	until: '2999-01-01T00:00:00Z',
	state: 'open',
};

const begun = { type: 'turn-started', session: 's', turn: 't1' } as const;

const turnEvents: readonly AgentEvent[] = [
	begun,
	{ type: 'text', step: 1, delta: 'first ' },
	{ type: 'text', step: 1, delta: 'words' },
	{ type: 'message', key: 't1/1/message', step: 1, text: 'first words', final: false },
	{ type: 'tool-started', key: 't1/1/c1/started', callId: 'c1', tool: 'bash', title: 'ls /inputs' },
	{ type: 'tool-output', callId: 'c1', text: 'sales.csv\n' },
	{ type: 'tool-finished', key: 't1/1/c1/finished', callId: 'c1', ok: true, summary: 'done', ms: 12 },
	{ type: 'message', key: 't1/2/message', step: 2, text: 'second words', final: true },
	{ type: 'notice', key: 't1/3/notice', text: 'Refused "big.bin": is larger than 50 MB' },
	{ type: 'turn-ended', key: 't1/4/ended', turn: 't1', outcome: 'failed', reason: 'The endpoint is gone' },
];
/** Words of each post that is there for good, in order. */
const shownWords = ['first words', 'ls /inputs', 'second words', 'big.bin', 'endpoint is gone'];

async function* play(events: readonly AgentEvent[]): AsyncGenerator<AgentEvent> {
	yield* events;
}

function artifactOf(name: string, bytes: Uint8Array): Extract<AgentEvent, { type: 'artifact' }> {
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	return { type: 'artifact', key: `t1/3-${name}/artifact`, name, size: bytes.length, sha256 };
}

/** Where each of the words stands among the posts, one entry for each time it does. */
function places(posts: readonly string[], words: readonly string[]): number[][] {
	return words.map((word) => posts.flatMap((post, at) => (post.includes(word) ? [at] : [])));
}

/** What every adapter must do, whatever its platform. */
export function describeAdapter(name: string, makeHarness: () => Promise<AdapterHarness>): void {
	describe(`${name} as an adapter`, () => {
		it('acknowledges what came in only after it was stored', async () => {
			await using harness = await makeHarness();
			const asked = Promise.withResolvers<void>();
			const stored = Promise.withResolvers<'stored'>();
			const accept = () => {
				asked.resolve();
				return stored.promise;
			};
			await using _adapter = await harness.open(accept, createMemoryOutbox());
			await harness.say('hello');
			await asked.promise;
			expect(await harness.acknowledged()).toBe(0);
			stored.resolve('stored');
			await waitFor(async () => (await harness.acknowledged()) === 1, 'the acknowledgement');
		});

		it('gives one delivery the same key each time it comes, and another one another', async () => {
			await using harness = await makeHarness();
			const { inbounds, accept } = createInbox();
			await using _adapter = await harness.open(accept, createMemoryOutbox());
			await harness.say('one', { delivery: 'a' });
			await harness.say('one', { delivery: 'a' });
			await harness.say('two', { delivery: 'b' });
			await waitFor(() => inbounds.length === 3, 'three deliveries');
			const [first, again, other] = inbounds.map(({ key }) => key);
			expect(again).toBe(first);
			expect(other).not.toBe(first);
			expect(inbounds.map(({ thread }) => thread)).toEqual([harness.thread, harness.thread, harness.thread]);
		});

		it('shows a turn in its order', async () => {
			await using harness = await makeHarness();
			await using adapter = await harness.open(async () => 'stored', createMemoryOutbox());
			await adapter.show(harness.thread, play(turnEvents), []);
			const where = places(await harness.posts(), shownWords).flat();
			expect(where).toHaveLength(shownWords.length);
			expect(where.toSorted((a, b) => a - b)).toEqual(where);
		});

		it('shows each keyed event once, wherever a crash came between intent, post and id', async () => {
			for (const point of ['intend', 'intended', 'sent'] as const) {
				for (const event of turnEvents) if ('key' in event) await crashAndGoOn(await makeHarness(), point, event.key);
			}
		});

		it('finds what it has posted, and nothing else', async () => {
			await using harness = await makeHarness();
			const outbox = createMemoryOutbox();
			await using adapter = await harness.open(async () => 'stored', outbox);
			await adapter.show(harness.thread, play(turnEvents), []);
			const row = outbox.all.find(({ key }) => key === 't1/1/message');
			expect(await adapter.intake.find(harness.thread, 't1/1/message')).toBe(row?.id);
			expect(await adapter.intake.find(harness.thread, 't1/1/mess')).toBeUndefined();
			expect(await adapter.intake.find({ ...harness.thread, id: 'elsewhere' }, 't1/1/message')).toBeUndefined();
		});

		it('delivers an artifact with its content', async () => {
			await using harness = await makeHarness();
			await using adapter = await harness.open(async () => 'stored', createMemoryOutbox());
			const bytes = Buffer.from('region,total\nnorth,12\n');
			await harness.keepArtifact('totals.csv', bytes);
			const artifact = artifactOf('totals.csv', bytes);
			await adapter.show(harness.thread, play([begun, artifact]), []);
			expect(Buffer.from(await harness.fileOf('totals.csv'))).toEqual(bytes);
			expect((await harness.posts()).join('\n')).toContain('totals.csv');
		});

		it('delivers a text of ours as a file', async () => {
			await using harness = await makeHarness();
			await using adapter = await harness.open(async () => 'stored', createMemoryOutbox());
			const text = 'def run(input):\n    return {}\n';
			const file = { ...artifactOf('tool.py.md', Buffer.from(text)), text };
			await adapter.show(harness.thread, play([begun, file]), []);
			expect(Buffer.from(await harness.fileOf('tool.py.md')).toString()).toBe(text);
		});

		it('names an artifact that it cannot deliver, and goes on', async () => {
			await using harness = await makeHarness();
			await using adapter = await harness.open(async () => 'stored', createMemoryOutbox());
			const gone = artifactOf('gone.csv', Buffer.from('gone'));
			await adapter.show(harness.thread, play([begun, gone, { type: 'notice', key: 'n', text: 'going on' }]), []);
			const posts = (await harness.posts()).join('\n');
			expect(posts).toContain('gone.csv');
			expect(posts).toContain('going on');
		});

		it('brings the answer to a question', async () => {
			await using harness = await makeHarness();
			const { inbounds, accept } = createInbox();
			await using adapter = await harness.open(accept, createMemoryOutbox());
			const asked = [
				begun,
				{ type: 'question', key: 't1/2/question', question: contractQuestion },
				{ type: 'turn-ended', key: 't1/3/ended', turn: 't1', outcome: 'waiting', question: 'q1' },
			] as const;
			await adapter.show(harness.thread, play(asked), []);
			await harness.choose(contractQuestion, 'region');
			await waitFor(() => inbounds.length === 1, 'the answer');
			expect(inbounds[0]).toMatchObject({ type: 'answer', question: 'q1', value: 'region', thread: harness.thread });
		});

		it('fetches a file that came with a message', async () => {
			await using harness = await makeHarness();
			const { inbounds, accept } = createInbox();
			await using adapter = await harness.open(accept, createMemoryOutbox());
			const bytes = Buffer.from([0, 1, 2, 254, 255]);
			await harness.say('look at this', { file: { name: 'data.bin', bytes } });
			const [file] = await waitFor(() => filesOf(inbounds[0]), 'the message with its file');
			if (file === undefined) throw new Error('The message came without its file');
			expect(file).toMatchObject({ name: 'data.bin', size: bytes.length });
			const chunks = await Array.fromAsync(adapter.intake.files.fetch(file, new AbortController().signal));
			expect(Buffer.concat(chunks)).toEqual(bytes);
			const aborted = adapter.intake.files.fetch(file, AbortSignal.abort(new Error('no longer wanted')));
			await expect(Array.fromAsync(aborted)).rejects.toThrow();
		});

		it('says by name which file cannot be had', async () => {
			await using harness = await makeHarness();
			await using adapter = await harness.open(async () => 'stored', createMemoryOutbox());
			const file = { name: 'gone.csv', size: 3, source: '/nowhere/gone.csv' };
			await expect(Array.fromAsync(adapter.intake.files.fetch(file, new AbortController().signal))).rejects.toThrow(
				'gone.csv',
			);
		});
	});
}

function createInbox(): { readonly inbounds: readonly Inbound[]; readonly accept: Accept } {
	const inbounds: Inbound[] = [];
	return {
		inbounds,
		async accept(inbound) {
			const seen = inbounds.some(({ key }) => key === inbound.key);
			inbounds.push(inbound);
			return seen ? 'seen' : 'stored';
		},
	};
}

function filesOf(inbound: Inbound | undefined) {
	return inbound?.type === 'message' ? inbound.files : undefined;
}

/** Dies at one call of the outbox, starts anew on the same platform, and expects that nothing is missing and nothing is there twice. */
async function crashAndGoOn(made: AdapterHarness, point: 'intend' | 'intended' | 'sent', key: string): Promise<void> {
	await using harness = made;
	let alive = false;
	const outbox = createMemoryOutbox((call, of) => {
		if (!alive && call === point && of === key) throw new Error(`crash at ${point} ${key}`);
	});
	{
		await using first = await harness.open(async () => 'stored', outbox);
		await expect(first.show(harness.thread, play(turnEvents), [])).rejects.toThrow('crash at');
	}
	alive = true;
	await using second = await harness.open(async () => 'stored', outbox);
	await second.show(harness.thread, play(turnEvents), await outbox.rows('s', 't1'));
	const counts = places(await harness.posts(), shownWords).map((found) => found.length);
	expect(counts, `${point} ${key}`).toEqual(shownWords.map(() => 1));
	expect(outbox.all.every(({ id }) => id !== undefined)).toBe(true);
}
