import { describe, expect, it } from 'vitest';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench } from '../../support/workbench.ts';

const bash = (command: string) => ({ name: 'bash', args: { command } });

describe('a stop', () => {
	it('ends a hanging model call, keeps what was said, and says that it stopped', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'Half an ', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.dispatch.accept(message('go'));
		await waitFor(
			() => brain.requests.length === 1 && bench.platform.events.some((event) => event.type === 'text'),
			'the text',
		);
		await bench.say(inbound('stop', {}));
		expect(bench.platform.posts).toEqual(['Half an ', 'ended stopped']);
		expect(await bench.store.inbox.sessions()).toEqual([]);
	});

	it('ends a running tool and names what it ended', async () => {
		await using dir = await tempDir();

		const leftOver = [{ pid: 7, command: 'sleep 1000', seconds: 3 }];
		const sandboxes = createFakeSandboxes({ tools: { bash: () => new Promise(() => undefined) }, leftOver });
		const brain = scriptedModel([{ calls: [bash('sleep 1000')] }, { text: 'next' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => sandboxes.calls.length === 1, 'the call');
		await bench.say(inbound('stop', {}));
		const end = bench.platform.events.at(-1);
		expect(end).toMatchObject({ type: 'turn-ended', outcome: 'stopped', stopped: ['sleep 1000'] });
		await bench.say(message('and now'));
		expect(brain.requests[1]?.messages.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'user']);
	});

	it('is answered when nothing runs', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		await bench.say(inbound('stop', {}));
		expect(bench.platform.posts).toEqual(['Nothing is running.']);
	});
});
