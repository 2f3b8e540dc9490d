import { describe, expect, it } from 'vitest';
import type { Platforms } from '../../../src/agent/dispatch/deps.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import type { Store } from '../../../src/store/store.ts';
import { ask, command } from '../../support/commands.ts';
import { recordingPlatform } from '../../support/recording-platform.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, thread } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';

/** It is not tried again while the test runs. */
const later = { pacing: { retryMs: [3_600_000, 3_600_000] as const } };
const noDescriptors = () => Object.assign(new Error('too many open files'), { code: 'EMFILE' });
const file = [{ name: 'a.csv', source: 'here' }];

/** A bench on whose platform the end of a turn cannot be shown in the one session. */
function unshowable(home: string, texts: readonly string[], wrap?: WorkbenchOptions['wrap']) {
	const platform = recordingPlatform();
	async function* failing(events: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
		let session = '';
		for await (const event of events) {
			if (event.type === 'turn-started') session = event.session;
			if (event.type === 'turn-ended' && session === sessionId) throw new Error('It is refused');
			yield event;
		}
	}
	const platforms = (store: Store): Platforms => {
		const inner = platform.on(store.outbox);
		return { ...inner, show: (where, events, rows) => inner.show(where, failing(events), rows) };
	};
	const brain = scriptedModel(texts.map((text) => ({ text })));
	return openWorkbench({ home, brain, platform, platforms, timing: later, ...(wrap && { wrap }) });
}

describe('a session whose turn cannot be shown', () => {
	it('does its commands, and is left with /new', async () => {
		await using dir = await tempDir();
		await using bench = unshowable(dir.path, ['one', 'two']);
		await bench.say(message('first'));
		expect(bench.troubles.of(sessionId)?.why).toContain('It is refused');
		await bench.say(message('second'));
		expect(await ask(bench, '/status')).toContain('It is refused');
		expect(await ask(bench, '/clear')).toContain('not finished yet');
		expect(await ask(bench, '/new')).toContain('New session');
		await bench.say(message('third'));
		expect(bench.platform.posts.slice(-2)).toEqual(['two', 'ended done']);
		expect(await bench.store.bindings.sessionOf(thread)).toBe(`${sessionId}.2`);
		expect(await bench.store.inbox.sessions()).toEqual([sessionId]);
	});

	it('does what waits behind /new in the new session alone', async () => {
		await using dir = await tempDir();
		let isHeld = true;
		const store = ({ leases, ...rest }: Store): Store => ({
			...rest,
			leases: {
				...leases,
				take: async (session, ...more) =>
					isHeld && session !== sessionId ? undefined : await leases.take(session, ...more),
			},
		});
		await using bench = unshowable(dir.path, ['one', 'two'], { store, sessions: <T>(sessions: T) => sessions });
		await bench.say(message('first'));
		await bench.store.inbox.add(sessionId, command('/new'));
		await bench.say(command('/clear'));
		expect(bench.platform.posts.at(-1)).toContain('New session');
		isHeld = false;
		await bench.say(message('second'));
		expect(bench.platform.posts.slice(-3)).toEqual([expect.stringContaining('Cleared'), 'two', 'ended done']);
	});

	it('has what waits withdrawn and changed', async () => {
		await using dir = await tempDir();
		await using bench = unshowable(dir.path, ['one']);
		await bench.say(message('first'));
		const [gone, changed] = [message('never mind'), message('tpyo')];
		await bench.say(gone, changed);
		await bench.say(inbound('delete', { of: gone.key }), inbound('edit', { of: changed.key, text: 'typo' }));
		const waiting = await bench.store.inbox.waiting(sessionId);
		expect(waiting.map((one) => 'text' in one && one.text)).toEqual(['first', 'typo']);
	});
});

describe('a turn that breaks', () => {
	const breaking = (home: string) =>
		openWorkbench({
			home,
			brain: {
				...scriptedModel([]),
				// biome-ignore lint/correctness/useYield: it breaks before its first word
				async *reply() {
					throw noDescriptors();
				},
			},
			timing: later,
		});
	const isLeftover = (post: string) => /too many open files.*Nothing that was said is lost/.test(post);

	it('tells so itself, and its session does not say it again', async () => {
		await using dir = await tempDir();
		await using bench = breaking(dir.path);
		await bench.say(message('first'));
		expect(bench.platform.posts.filter((post) => post.includes('goes on by itself'))).toHaveLength(1);
		expect(bench.platform.posts.filter(isLeftover)).toEqual([]);
	});

	it('is told by its session where it could not be shown', async () => {
		await using dir = await tempDir();
		await using bench = breaking(dir.path);
		bench.platform.failure = new Error('It is refused');
		await bench.say(message('first'));
		expect(bench.platform.posts.filter(isLeftover)).toHaveLength(1);
	});
});

describe('a turn that was shown and cannot be ended in the store', () => {
	it('is told without a word of a message that waits', async () => {
		await using dir = await tempDir();
		const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
		const store = ({ inbox, ...rest }: Store): Store => ({
			...rest,
			inbox: { ...inbox, finish: () => Promise.reject(full) },
		});
		const wrap = { store, sessions: <T>(sessions: T) => sessions };
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }]), wrap, timing: later });
		await bench.say(message('first'));
		expect(bench.platform.posts).toEqual(['one', 'ended done', expect.stringMatching(/full\. Nothing .* is lost/)]);
		expect(bench.platform.posts.at(-1)).not.toMatch(/message|turn/);
	});
});

describe('a message that cannot be taken in', () => {
	/** A bench on which files come once `go` was called, after `failures` failures. */
	function famished(
		home: string,
		failures: number,
		timing: { pacing: { retryMs: readonly [number, number] } } = later,
	) {
		const platform = recordingPlatform();
		const { promise: held, resolve: go } = Promise.withResolvers<void>();
		let left = failures;
		const platforms = (store: Store): Platforms => ({
			...platform.on(store.outbox),
			intake: {
				...platform.on(store.outbox).intake,
				async *fetchFile() {
					await held;
					left -= 1;
					if (left >= 0) throw noDescriptors();
					yield Buffer.from('a,b');
				},
			},
		});
		const bench = openWorkbench({ home, brain: scriptedModel([{ text: 'done' }]), platform, platforms, timing });
		return { bench, go };
	}

	it('holds up no command that is for now', async () => {
		await using dir = await tempDir();
		const { bench, go } = famished(dir.path, 9);
		await using _ = bench;
		go();
		await bench.say(message('look', file));
		expect(await ask(bench, '/status')).toContain('too many open files');
		expect(await ask(bench, '/help')).toContain('/new');
	});

	it('is taken in before a command that was given after it, when that is possible soon', async () => {
		await using dir = await tempDir();
		const { bench, go } = famished(dir.path, 1, { pacing: { retryMs: [1, 2] } });
		await using _ = bench;
		await bench.dispatch.recover();
		await bench.dispatch.accept(message('look', file));
		await bench.dispatch.accept(command('/clear'));
		go();
		await waitFor(() => bench.platform.posts.some((post) => post.includes('Cleared')), 'the command');
		expect(bench.platform.posts.slice(-2)).toEqual(['ended done', expect.stringContaining('Cleared')]);
	});
});
