import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, inboundWithKey, message, openWorkbench, sessionId } from '../../support/workbench.ts';

const hanging = { text: 'Busy ', hangs: true } as const;

describe('dispatch', () => {
	it('answers messages in the order in which they came', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'first' }, { text: 'second' }, { text: 'third' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('1'), message('2'), message('3'));
		const said = brain.requests[2]?.messages.flatMap((one) => (one.role === 'tool' ? [] : [one.text]));
		expect(said).toEqual(['1', 'first', '2', 'second', '3']);
	});

	it('takes a message that comes twice once', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'once' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(inboundWithKey('same', 'hi'), inboundWithKey('same', 'hi'));
		await bench.say(inboundWithKey('same', 'hi'));
		expect(brain.requests).toHaveLength(1);
	});

	it('answers a command that is for now while a turn runs', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([hanging]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept(inbound('command', { name: 'status', args: '' }));
		await waitFor(() => bench.platform.posts.some((post) => post.includes('running for')), 'the status');
		await bench.say(inbound('stop', {}));
	});

	it('follows the edit and the deletion of a message that waits', async () => {
		await using dir = await tempDir();
		const { promise: held, resolve: go } = Promise.withResolvers<void>();
		const tools = { bash: async () => held.then(() => ({ ok: true, text: 'exit code 0' })) };
		const call = { calls: [{ name: 'bash', args: { command: 'x' } }] };
		const brain = scriptedModel([call, { text: 'first' }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools });
		const [edited, deleted] = [message('tpyo'), message('forget this')];
		await bench.dispatch.accept(message('go'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		for (const one of [edited, deleted]) await bench.dispatch.accept(one);
		await bench.dispatch.accept(inbound('edit', { of: edited.key, text: 'typo' }));
		await bench.dispatch.accept(inbound('delete', { of: deleted.key }));
		go();
		await bench.dispatch.settled();
		expect(brain.requests).toHaveLength(3);
		expect(brain.requests[2]?.messages.at(-1)).toMatchObject({ role: 'user', text: expect.stringContaining('typo') });
	});

	it('places files before the turn and tells person and Brain what was refused', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'seen' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		bench.platform.files.set('here', Buffer.from('a,b'));
		const files = [
			{ name: 'a.csv', source: 'here' },
			{ name: 'b.csv', source: 'gone' },
		];
		await bench.say(message('look', files));
		expect(brain.requests[0]?.messages[0]).toMatchObject({
			text: 'look\n[New files in /inputs: a.csv (3 bytes)]\n[Not taken in: "b.csv" could not be read: The link has expired]',
		});
		expect(bench.platform.posts[0]).toBe('Not taken in: "b.csv" could not be read: The link has expired');
	});

	it('shows the rest of a turn at the next wake when the platform failed', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'one' }, { text: 'two' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		bench.platform.failure = new Error('429');
		await bench.say(message('1'));
		await bench.say(message('2'));
		expect(bench.platform.posts).toEqual(['one', 'ended done', 'two', 'ended done']);
	});

	it('leaves a running turn open and goes on with it at the next start', async () => {
		await using dir = await tempDir();
		const first = openWorkbench({ home: dir.path, brain: scriptedModel([hanging]) });
		await first.dispatch.accept(message('go'));
		await waitFor(() => first.platform.events.some((event) => event.type === 'text'), 'the text');
		await first[Symbol.asyncDispose]();
		const brain = scriptedModel([{ text: 'Done now' }]);
		await using bench = openWorkbench({ home: dir.path, brain, platform: first.platform });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(bench.platform.posts).toEqual([
			'Threadsmith was interrupted; going on where it was',
			'Done now',
			'ended done',
		]);
	});

	it('ends a turn that was left open when a stop waits for it, and says nothing else', async () => {
		await using dir = await tempDir();
		const first = openWorkbench({ home: dir.path, brain: scriptedModel([hanging]) });
		await first.dispatch.accept(message('go'));
		await waitFor(() => first.platform.events.some((event) => event.type === 'text'), 'the text');
		await first[Symbol.asyncDispose]();
		const brain = scriptedModel([]);
		await using bench = openWorkbench({ home: dir.path, brain, platform: first.platform });
		await bench.say(inbound('stop', {}));
		expect(bench.platform.posts).toEqual(['Threadsmith was interrupted; going on where it was', 'ended stopped']);
		expect(brain.requests).toEqual([]);
		expect(await bench.store.inbox.sessions()).toEqual([]);
	});

	it('tells the model that a call was interrupted and does not repeat it', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({ tools: { bash: () => new Promise(() => undefined) } });
		const call = { calls: [{ name: 'bash', args: { command: 'x' } }] };
		const first = openWorkbench({ home: dir.path, brain: scriptedModel([call]), sandboxes });
		await first.dispatch.accept(message('go'));
		await waitFor(() => sandboxes.calls.length === 1, 'the call');
		await first[Symbol.asyncDispose]();
		const brain = scriptedModel([{ text: 'Checked' }]);
		const again = createFakeSandboxes({ tools: {} });
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes: again, platform: first.platform });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(brain.requests[0]?.messages.at(-1)).toMatchObject({
			role: 'tool',
			ok: false,
			text: expect.stringContaining('Interrupted'),
		});
		expect(again.calls).toEqual([]);
	});

	it('goes on with a state file that was edited by hand, and keeps what was in it', async () => {
		await using dir = await tempDir();
		const state = join(dir.path, 'sessions', sessionId, 'state');
		const brain = scriptedModel([{ text: 'one' }, { text: 'two' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('1'));
		await writeFile(join(state, 'current_history.json'), '{"version":1,"seq":"x"}');
		await bench.say(message('2'));
		expect(bench.platform.posts.slice(-2)).toEqual(['two', 'ended done']);
		const [kept = ''] = (await readdir(state)).filter((name) => name.startsWith('current_history.json.damaged-'));
		expect(await readFile(join(state, kept), 'utf8')).toBe('{"version":1,"seq":"x"}');
	});

	it('names a state file of a newer version, keeps the message, and goes on when that is mended', async () => {
		await using dir = await tempDir();
		const history = join(dir.path, 'sessions', sessionId, 'state', 'current_history.json');
		const brain = scriptedModel([{ text: 'one' }, { text: 'two' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('1'));
		await writeFile(history, '{"version":2}');
		await bench.say(message('2'));
		await waitFor(() => bench.platform.posts.some((post) => post.includes('current_history.json')), 'the error');
		expect(bench.platform.posts.at(-1)).toMatch(/version 2.*Nothing that was said is lost/);
		await rm(history);
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(bench.platform.posts.slice(-2)).toEqual(['two', 'ended done']);
	});
});
