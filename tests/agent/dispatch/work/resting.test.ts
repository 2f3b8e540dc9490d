import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId } from '../../../support/workbench.ts';

const brain = () => scriptedModel([{ text: 'one' }, { text: 'two' }]);
const minute = 60_000;

function isRested(home: string): Promise<boolean> {
	return stat(join(home, 'sessions', sessionId, 'state', 'current_history.json')).then(
		() => true,
		() => false,
	);
}

describe('a session in which nobody speaks', () => {
	it('rests a quarter of an hour after the last turn, and costs no call of a model', async () => {
		await using dir = await tempDir();
		const clock = createHandClock();
		const model = brain();
		await using bench = openWorkbench({ home: dir.path, brain: model, timing: { clock } });
		await bench.say(message('first'));
		await clock.advance(10 * minute);
		await bench.say(message('second'));
		await clock.advance(10 * minute);
		await bench.dispatch.settled();
		expect(await isRested(dir.path)).toBe(false);
		await clock.advance(10 * minute);
		await waitFor(() => isRested(dir.path), 'the snapshot');
		await bench.dispatch.settled();
		expect(model.requests).toHaveLength(2);
		expect(bench.platform.posts).toEqual(['one', 'ended done', 'two', 'ended done']);
	});

	it('rests when the process leaves', async () => {
		await using dir = await tempDir();
		{
			await using bench = openWorkbench({ home: dir.path, brain: brain() });
			await bench.say(message('first'));
			expect(await isRested(dir.path)).toBe(false);
		}
		expect(await isRested(dir.path)).toBe(true);
	});

	it('leaves nothing behind where it was erased meanwhile', async () => {
		await using dir = await tempDir();
		{
			await using bench = openWorkbench({ home: dir.path, brain: brain() });
			await bench.say(message('first'));
			await bench.dispatch.erase(sessionId, { ...inbound('erase', { what: { kind: 'session' } }) });
			await bench.dispatch.settled();
		}
		expect(await isRested(dir.path)).toBe(false);
	});
});
