import { describe, expect, it } from 'vitest';
import { bo, cy, said } from '../../../support/commands.ts';
import { heldModel } from '../../../support/held.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { inbound, openWorkbench, sessionId } from '../../../support/workbench.ts';

const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['red', 'blue'] } }] };

describe('a request that its author deletes', () => {
	it('stops the turn that it began', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'working', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const request = said('go', { person: bo });
		await bench.dispatch.accept(request);
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept({ ...inbound('delete', { of: request.key }), person: bo });
		await bench.dispatch.settled();
		expect(bench.platform.posts.at(-1)).toBe('ended stopped');
	});

	it('ends the turn that waits for an answer', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([asks]) });
		const request = said('pick', { person: bo });
		await bench.say(request);
		await bench.say({ ...inbound('delete', { of: request.key }), person: bo });
		expect(bench.platform.posts.at(-1)).toBe('ended stopped');
	});

	it('stops nothing when somebody else takes it back', async () => {
		await using dir = await tempDir();
		const held = Promise.withResolvers<void>();
		const brain = heldModel(held.promise);
		await using bench = openWorkbench({ home: dir.path, brain });
		const request = said('go', { person: bo });
		await bench.dispatch.accept(request);
		await waitFor(() => brain.asked() === 1, 'the turn');
		await bench.dispatch.accept({ ...inbound('delete', { of: request.key }), person: cy });
		await bench.dispatch.accept({ ...inbound('delete', { of: 'another message' }), person: bo });
		const waiting = async () => (await bench.store.inbox.waiting(sessionId)).map(({ type }) => type);
		await waitFor(async () => !(await waiting()).includes('delete'), 'what is taken back');
		held.resolve();
		await bench.dispatch.settled();
		expect(bench.platform.posts).toEqual(['Done.', 'ended done']);
	});
});
