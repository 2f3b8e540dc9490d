import { expect, it } from 'vitest';
import { filesKey } from '../../../../src/chat/inbound.ts';
import { createFakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { message, openWorkbench } from '../../../support/workbench.ts';

it('files that came after the words of their message wait with it for its own turn, and do not go into the one that runs', async () => {
	await using dir = await tempDir();
	const brain = scriptedModel([
		{ calls: [{ name: 'bash', args: { command: 'sleep' } }] },
		{ text: 'first answer' },
		{ text: 'second answer' },
	]);
	const { promise: held, resolve: go } = Promise.withResolvers<void>();
	const bash = () => held.then(() => ({ ok: true, text: 'exit code 0' }));
	await using bench = openWorkbench({ home: dir.path, brain, sandboxes: createFakeSandboxes({ tools: { bash } }) });
	bench.platform.files.set('here', Buffer.from('a,b'));
	await bench.dispatch.accept(message('start'));
	await waitFor(() => bench.platform.events.some((event) => event.type === 'tool-started'), 'the call');
	const next = message('look at it');
	const files = {
		...message('', [{ name: 'a.csv', source: 'here' }]),
		key: `${next.key}/files`,
		steers: true as const,
	};
	for (const one of [next, files]) await bench.dispatch.accept(one);
	go();
	await bench.dispatch.settled();
	const told = (call: number) => brain.requests[call]?.messages.map(({ role, text }) => `${role}: ${text}`);
	expect(told(1)).toEqual(['user: start', 'assistant: ', 'tool: exit code 0']);
	const behind = expect.stringContaining('New files in /inputs: a.csv');
	expect(told(2)?.slice(-2)).toEqual(['user: look at it', behind]);
	expect(await bench.store.inbox.sessions()).toEqual([]);
});

it('files that had not come when an earlier process began the turn are asked for, once, and reach that turn', async () => {
	await using dir = await tempDir();
	const asked = { ...message('look at it'), filesMayCome: true as const };
	const first = scriptedModel([{ text: 'Busy ', hangs: true }]);
	const { platform } = await (async () => {
		await using bench = openWorkbench({ home: dir.path, brain: first });
		await bench.dispatch.accept(asked);
		await waitFor(() => first.requests.length === 1, 'the turn');
		return bench;
	})();
	const late = [{ name: 'a.csv', source: 'here' }];
	const key = filesKey(asked.key);
	platform.files.set('here', Buffer.from('a,b'));
	platform.now.set(asked.key, { state: 'changed', text: asked.text, files: late, parts: [key] });
	const brain = scriptedModel([{ text: 'seen' }]);
	await using bench = openWorkbench({ home: dir.path, brain, platform });
	await bench.dispatch.recover();
	await bench.dispatch.settled();
	expect(await bench.dispatch.accept({ ...message('', late), key, steers: true })).toBe('seen');
	await bench.dispatch.settled();
	expect(brain.requests).toHaveLength(1);
	expect(brain.requests[0]?.messages.at(-1)?.text).toContain('New files in /inputs: a.csv');
	expect(await bench.store.inbox.sessions()).toEqual([]);
});
