import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/agent/commands/command.ts';
import { heldModel, heldSandboxes } from '../../support/held.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench } from '../../support/workbench.ts';

function heldCommand(held: Promise<void>, begun: () => void): Command {
	return {
		name: 'slow',
		help: 'Takes its time',
		arguments: [],
		right: 'guest',
		when: 'at-once',
		run: async () => {
			begun();
			await held;
			return 'The answer of slow';
		},
	};
}

describe('a command that is done at once while its turn in the order comes', () => {
	it('is done once, and answered once with what it said', async () => {
		await using dir = await tempDir();
		const [turn, command] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const brain = heldModel(turn.promise);
		let begun = 0;
		const slow = heldCommand(command.promise, () => {
			begun += 1;
		});
		await using bench = openWorkbench({ home: dir.path, brain, commands: [slow] });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => brain.asked() === 1, 'the turn');
		await bench.dispatch.accept(inbound('command', { name: 'slow', args: '' }));
		await waitFor(() => begun === 1, 'the command');
		turn.resolve();
		await waitFor(() => bench.platform.posts.includes('ended done'), 'the end of the turn');
		await bench.dispatch.settled();
		command.resolve();
		await waitFor(() => bench.platform.posts.includes('The answer of slow'), 'the answer');
		await bench.dispatch.settled();
		expect(begun).toBe(1);
		expect(bench.platform.posts).toEqual(['Done.', 'ended done', 'The answer of slow']);
		expect(await bench.store.inbox.sessions()).toEqual([]);
	});
});

describe('a message that is deleted while its files are fetched', () => {
	it('ends as stopped, and nothing is asked of the model', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([]);
		const held = Promise.withResolvers<void>();
		const sandboxes = heldSandboxes(held.promise);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		bench.platform.files.set('f', Buffer.from('a'));
		const first = message('read this', [{ name: 'a.txt', source: 'f' }]);
		await bench.dispatch.accept(first);
		await waitFor(sandboxes.isPlacing, 'the files');
		await bench.dispatch.accept(inbound('delete', { of: first.key }));
		held.resolve();
		await bench.dispatch.settled();
		expect(brain.requests).toEqual([]);
		expect(bench.platform.posts).toEqual(['ended stopped']);
		expect(bench.platform.events.filter(({ type }) => type === 'taken-back')).toEqual([]);
		expect(await bench.store.inbox.sessions()).toEqual([]);
	});
});
