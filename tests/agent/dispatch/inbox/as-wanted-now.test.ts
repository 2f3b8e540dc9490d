import { describe, expect, it } from 'vitest';
import { PlatformAwayError } from '../../../../src/base/errors.ts';
import { filesKey } from '../../../../src/chat/inbound.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { message, openWorkbench, type Workbench } from '../../../support/workbench.ts';

const hanging = { text: 'Busy ', hangs: true } as const;

/** What an earlier process leaves: a turn that runs, and messages behind it. */
async function left(home: string, ...waiting: ReturnType<typeof message>[]): Promise<Workbench> {
	const brain = scriptedModel([hanging]);
	const bench = openWorkbench({ home, brain });
	await bench.dispatch.accept(message('go'));
	await waitFor(() => brain.requests.length === 1, 'the turn');
	for (const one of waiting) await bench.dispatch.accept(one);
	await bench[Symbol.asyncDispose]();
	return bench;
}

async function recovered(bench: Workbench): Promise<readonly string[]> {
	await bench.dispatch.recover();
	await bench.dispatch.settled();
	expect(await bench.store.inbox.sessions()).toEqual([]);
	return bench.platform.posts;
}

describe('a message that waited over a restart', () => {
	it('is taken as it is now, with its files', async () => {
		await using dir = await tempDir();
		const waiting = message('tpyo');
		const { platform } = await left(dir.path, waiting);
		const files = [{ name: 'a.csv', source: 'here' }];
		platform.now.set(waiting.key, { state: 'changed', text: 'typo', files });
		platform.files.set('here', Buffer.from('a,b'));
		const brain = scriptedModel([{ text: 'Gone on' }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, platform });
		await recovered(bench);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({
			text: 'typo\n[New files in /inputs: a.csv (3 bytes)]',
		});
		expect(platform.reread).toEqual([
			{ key: waiting.key, thread: waiting.thread, text: 'tpyo', files: 0, since: undefined },
		]);
	});

	it('has no file twice that its platform delivers alone after all', async () => {
		await using dir = await tempDir();
		const waiting = message('chart this');
		const { platform } = await left(dir.path, waiting);
		const files = [{ name: 'a.csv', source: 'here' }];
		const key = filesKey(waiting.key);
		platform.now.set(waiting.key, { state: 'changed', text: 'chart this', files, parts: [key] });
		platform.files.set('here', Buffer.from('a,b'));
		const brain = scriptedModel([{ text: 'Gone on' }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, platform });
		await recovered(bench);
		await bench.dispatch.accept({ ...message('', files), key, steers: true });
		await bench.dispatch.settled();
		expect(await bench.store.inbox.sessions()).toEqual([]);
		expect(brain.requests).toHaveLength(2);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({
			text: 'chart this\n[New files in /inputs: a.csv (3 bytes)]',
		});
	});

	it('is finished in silence when it was deleted, and not shown as waiting any more', async () => {
		await using dir = await tempDir();
		const [gone, stays] = [message('never mind'), message('and this')];
		const { platform } = await left(dir.path, gone, stays);
		platform.now.set(gone.key, { state: 'gone' });
		const brain = scriptedModel([{ text: 'Gone on' }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, platform });
		const posts = await recovered(bench);
		expect(posts.slice(-4)).toEqual(['Gone on', 'ended done', 'ok', 'ended done']);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ text: 'and this' });
		expect(bench.platform.events).toContainEqual({ type: 'taken-back', of: gone.key });
	});

	it('takes the files that came after its words with it when it was deleted', async () => {
		await using dir = await tempDir();
		const gone = message('chart this');
		const files = {
			...message('', [{ name: 'a.csv', source: 'here' }]),
			key: filesKey(gone.key),
			steers: true as const,
		};
		const { platform } = await left(dir.path, gone, files);
		platform.now.set(gone.key, { state: 'gone' });
		platform.files.set('here', Buffer.from('a,b'));
		const brain = scriptedModel([{ text: 'Gone on' }, { text: 'No turn' }]);
		await using bench = openWorkbench({ home: dir.path, brain, platform });
		await recovered(bench);
		expect(brain.requests).toHaveLength(1);
	});

	it('reaches a running turn as it is now, too', async () => {
		await using dir = await tempDir();
		const steering = { ...message('in red'), steers: true as const };
		const { platform } = await left(dir.path, steering);
		platform.now.set(steering.key, { state: 'changed', text: 'in blue', files: [] });
		const brain = scriptedModel([{ text: 'Gone on' }]);
		await using bench = openWorkbench({ home: dir.path, brain, platform });
		await recovered(bench);
		expect(brain.requests[0]?.messages.at(-1)).toMatchObject({ text: 'in blue' });
	});

	it('is taken as it was stored where its platform cannot tell', async () => {
		await using dir = await tempDir();
		const waiting = message('as it was');
		const { platform } = await left(dir.path, waiting);
		const brain = scriptedModel([{ text: 'Gone on' }, { text: 'ok' }]);
		const platforms = (store: Workbench['store']) => ({
			...platform.on(store.outbox),
			intake: {
				...platform.on(store.outbox).intake,
				reread: () => Promise.reject(new Error('Slack does not answer')),
			},
		});
		await using bench = openWorkbench({ home: dir.path, brain, platform, platforms });
		await recovered(bench);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ text: 'as it was' });
	});

	it.each([
		['a message', {}],
		['one that is to reach the running turn', { steers: true as const }],
	])('waits on while its platform is away, and is then taken as it is: %s', async (_what, more) => {
		await using dir = await tempDir();
		const waiting = { ...message('tpyo'), ...more };
		const { platform } = await left(dir.path, waiting);
		const brain = scriptedModel([{ text: 'Gone on' }, { text: 'ok' }]);
		let tries = 0;
		let isAway = true;
		const platforms = (store: Workbench['store']) => ({
			...platform.on(store.outbox),
			intake: {
				...platform.on(store.outbox).intake,
				reread: async () => {
					tries += 1;
					if (isAway) throw new PlatformAwayError('terminal', 'It is not there yet');
					return { state: 'changed' as const, text: 'typo', files: [] };
				},
			},
		});
		await using bench = openWorkbench({ home: dir.path, brain, platform, platforms });
		await bench.dispatch.recover();
		await waitFor(() => tries > 1 && platform.posts.includes('Gone on'), 'another try');
		expect(brain.requests).toHaveLength(1);
		isAway = false;
		await waitFor(() => brain.requests.length === 2, 'its turn', 20_000);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ text: 'typo' });
		await waitFor(async () => (await bench.store.inbox.sessions()).length === 0, 'nothing left');
	});
});

describe('a message that does not wait', () => {
	it('costs no look at its platform', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'ok' }]) });
		await bench.say(message('hi'));
		expect(bench.platform.reread).toEqual([]);
	});
});
