import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { summaryMark } from '../../../src/agent/compaction/shorten/keep.ts';
import { bundled } from '../../support/bundled.ts';
import { holdingAny } from '../../support/holding-any.ts';
import { tempDir } from '../../support/temp-dir.ts';

const child = await bundled(join(import.meta.dirname, '../../support/crash-child.ts'));
afterAll(() => child[Symbol.asyncDispose]());

const stories = [
	...(['work', 'ask', 'words', 'steer', 'tool', 'order', 'new', 'erase', 'forget', 'delete'] as const),
	...(['remember', 'compact', 'propose'] as const),
];
type Story = (typeof stories)[number];

/** Runs the child on `home`, killing it before its durable operation number `killAt`. */
async function run(
	home: string,
	killAt: number,
	story: Story,
): Promise<{ signal: string | null; code: number | null; operations: readonly string[] }> {
	const args = ['--disable-warning=ExperimentalWarning', child.path, home, String(killAt), story];
	const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: child.env });
	const exited = once(started, 'exit');
	const printed = await text(started.stdout);
	const [code, signal] = await exited;
	return { code, signal, operations: printed === '' ? [] : JSON.parse(printed) };
}

async function lines(home: string, name: string): Promise<unknown[]> {
	const path = join(home, name);
	if (!existsSync(path)) return [];
	return (await readFile(path, 'utf8'))
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

interface Post {
	readonly key: string;
	readonly text: string;
}

const interrupted = 'Threadsmith was interrupted; going on where it was';

const compactingText = 'Compacting the conversation …';

const worked = ['Working', 'bash started', 'tool', 'Here it is', 'artifact a.txt', 'ended done'];
const asked = [
	'Working',
	'question: Which?',
	'ended waiting',
	'closed: Ada answered: blue',
	'Here it is',
	'ended done',
];

/** What people are told, whatever happens: each part once, in this order. */
const told: Readonly<Record<Story, readonly string[]>> = {
	work: worked,
	ask: asked,
	words: asked,
	steer: worked,
	erase: worked,
	delete: worked,
	forget: worked,
	remember: ['Working', 'remember started', 'tool', 'Here it is', 'ended done'],
	compact: [
		...['Here it is', 'ended done', 'Here it is', 'ended done'],
		...['Working', 'compact_context started', 'tool', compactingText, 'Compacted', 'Here it is', 'ended done'],
	],
	propose: [
		...['Working', 'open_repository started', 'tool', 'bash started', 'tool', 'propose_changes started', 'tool'],
		...['question: …', 'ended waiting', 'closed: Ada answered: Open pull request', 'propose_changes started', 'tool'],
		...['Here it is', 'ended done'],
	],
	new: [
		'Here it is',
		'ended done',
		'New session local-bench.2. The old one is kept: /load local-bench',
		'Here it is',
		'ended done',
	],
	tool: [
		'Working',
		'ask_first started',
		'tool',
		'question: Which?',
		'ended waiting',
		'closed: Ada answered: blue',
		'ask_first started',
		'tool',
		'Here it is',
		'ended done',
	],
	order: [
		'Working',
		'bash started',
		'tool',
		'ask_first started',
		'tool',
		'question: Which?',
		'ended waiting',
		'closed: Ada answered: blue',
		'ask_first started',
		'tool',
		'read_file started',
		'tool',
		'Here it is',
		'artifact a.txt',
		'ended done',
	],
};

/** What must hold after any crash: the story is whole, and each part of it was told once. */
async function expectWholeStory(home: string, story: Story): Promise<Post[]> {
	const posts = (await lines(home, 'posts.jsonl')) as Post[];
	expect(new Set(posts.map((post) => post.key)).size).toBe(posts.length);
	const texts = posts.map((post) => post.text).filter((post) => post !== interrupted);
	const isKnown = texts.some((post) => post.startsWith('tool ok'));
	const plain = texts
		.map((post) => post.replace(/^(?:(tool) (?:ok|failed): |(Compacted) ).*/, '$1$2'))
		.map((post) => post.replace(/^(question: )\*\*Mend\*\*.*/s, '$1…'));
	// One that was cut off is not done again, and the Brain is told so.
	const left =
		story !== 'compact' || isKnown ? plain : [...plain.slice(0, -2), compactingText, 'Compacted', ...plain.slice(-2)];
	expect(left).toEqual(told[story]);
	if (remembering.has(story)) await expectRemembered(home, isKnown);
	if (story === 'propose') await expectProposed(home);
	return posts;
}

/** One branch at the commit that was shown, one pull request, and the session knows of both. */
async function expectProposed(home: string): Promise<void> {
	const { world } = JSON.parse(await readFile(join(home, 'world.json'), 'utf8'));
	const state = JSON.parse(await readFile(join(home, 'sessions', 'local-bench', 'state', 'repos.json'), 'utf8'));
	const [{ pull }] = state.opened;
	expect(world.arrived).toEqual([`push ${pull.branch} ${pull.head}`, `open #1 ${pull.branch}`]);
	expect(state.proposals).toMatchObject([{ step: 'ended', end: 'opened', commit: pull.head }]);
}

/** Stories in which one fact is remembered, once. */
const remembering: ReadonlySet<Story> = new Set(['remember', 'compact']);

async function expectRemembered(home: string, isKnown: boolean): Promise<void> {
	const state = join(home, 'sessions', 'local-bench');
	const files = await readdir(join(state, 'memories')).catch(() => []);
	expect(files.filter((name) => !name.startsWith('.'))).toHaveLength(isKnown ? 1 : Math.min(1, files.length));
	if (!isKnown) return;
	const index = JSON.parse(await readFile(join(state, 'state', 'memory_registry.json'), 'utf8'));
	expect(Object.keys(index.files)).toEqual(files);
}

interface Kept {
	readonly role: string;
	readonly text: string;
	readonly calls?: readonly { readonly id: string }[];
	readonly callId?: string;
}

const saidAtLast: Readonly<Partial<Record<Story, readonly string[]>>> = {
	steer: ['Make a file', 'In blue'],
	new: ['Fresh talk'],
};

/** Every request to the Brain is grammatical: each message once, and each call answered once; the last one holds all that was said. */
async function expectGrammatical(home: string, story: Story): Promise<void> {
	const requests = (await lines(home, 'requests.jsonl')) as (readonly Kept[])[];
	const saidIn = (messages: readonly Kept[] = []) =>
		messages
			.filter((message) => message.role === 'user')
			.filter(({ text }) => !text.startsWith(summaryMark) && text.length < 1_000)
			.map(({ text }) => text.replace(/^(?:\[(?:Forged tools|Memories of this session|Time): .*\]\n)+/, ''));
	expect(saidIn(requests.at(-1))).toEqual(saidAtLast[story] ?? ['Make a file']);
	for (const messages of requests) {
		expect(saidIn(messages)).toEqual([...new Set(saidIn(messages))]);
		const called = messages.flatMap((message) => message.calls?.map((call) => call.id) ?? []);
		expect(messages.flatMap((message) => message.callId ?? [])).toEqual(called);
	}
}

/** Words that are in no file afterwards. */
const erased: Readonly<Partial<Record<Story, readonly string[]>>> = {
	erase: ['Make a file', 'Here it is', 'make it'],
	delete: ['Make a file'],
	forget: ['Make a file', 'Ada'],
};

const known: (readonly string[])[] = [];

/** Of the places that an earlier story has been killed at too, and of all others, each so many: `npm run crash` tries every one of the others. */
const every =
	process.env['CRASH_EVERYWHERE'] === undefined ? { known: 15, new: 3, long: 15 } : { known: 5, new: 1, long: 1 };

/** Stories of many turns, or of little that is their own. */
const longStories: ReadonlySet<Story> = new Set(['remember', 'compact', 'propose']);

function placesIn(operations: readonly string[], story: Story): readonly number[] {
	const shared = Math.max(0, ...known.map((earlier) => commonLength(earlier, operations)));
	known.push(operations);
	const own = longStories.has(story) ? every.long : every.new;
	const stepAt = (index: number) => (index >= shared - 1 ? own : every.known);
	return operations.flatMap((_, index) => (index % stepAt(index) === 0 ? [index + 1] : []));
}

/** How many of the first operations are those of both. */
function commonLength(one: readonly string[], other: readonly string[]): number {
	const differs = one.findIndex((name, index) => name !== other[index]);
	return differs < 0 ? one.length : differs;
}

describe.each<Story>(stories)('kill -9 right before any durable operation of a turn, story "%s"', async (story) => {
	const counting = await tempDir();
	afterAll(() => counting[Symbol.asyncDispose]());
	const { operations } = await run(counting.path, 0, story);

	it('is tried at a few dozen places', async () => {
		expect(operations.length).toBeGreaterThan(20);
		expect((await expectWholeStory(counting.path, story)).some((post) => post.text === interrupted)).toBe(false);
	});

	it.each(placesIn(operations, story))(
		'before operation %i nothing is lost and nothing is said twice',
		async (killAt) => {
			await using dir = await tempDir();
			expect((await run(dir.path, killAt, story)).signal).toBe('SIGKILL');
			expect((await run(dir.path, 0, story)).code).toBe(0);
			await expectWholeStory(dir.path, story);
			await expectGrammatical(dir.path, story);
			expect(await holdingAny(dir.path, erased[story] ?? ['no such word'])).toEqual([]);
		},
	);
});
