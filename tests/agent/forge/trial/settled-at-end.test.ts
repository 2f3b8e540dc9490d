import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { keepRun, readRun } from '../../../../src/agent/forge/run/forge-run.ts';
import { unanswered } from '../../../../src/agent/forge/trial/settle.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../../support/workbench.ts';
import { openForge } from '../open-forge.ts';
import { fakeCheck, fakeTry, rawSpec } from '../specs.ts';
import { disputing } from './disputing.ts';

const tools = { check_tool: fakeCheck, try_tool: fakeTry() };
const order = { calls: [{ name: 'forge_tool', args: rawSpec }] };

describe('a dispute that is open when the turn ends', () => {
	it('is settled then: the test is dropped, and the tool is there with the next message, whoever writes it', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([order, { text: 'It could not be made' }, { text: 'Hello' }]);
		const coder = disputing();
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('make it'));
		const folder = await bench.sessions.open(sessionId);
		const { disputed, tools: made } = await readRegistry(folder);
		expect([disputed, made.map(({ name }) => name)]).toEqual([[], ['sum_numbers']]);
		const id = made[0]?.versions[0]?.manifest.provenance.call ?? '';
		expect(await readRun(folder, id)).toMatchObject({ dispute: { settled: { for: 'nobody' } } });
		expect(coder.asked).toHaveLength(4);
		expect(bench.platform.events.at(-1)).toMatchObject({ type: 'turn-ended', outcome: 'done' });
		await bench.say(message('hello'));
		expect(JSON.stringify(brain.requests.at(-1))).toContain('numbers/sum_numbers');
	});

	it('goes on with the next order where a process died while it was settled', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({ home: dir.path, coder: disputing(['good', 'good', 'other']) });
		await opened.forge();
		const run = await readRun(opened.folder, 'c1');
		if (run?.outcome !== 'disputed') throw new Error('Nothing is disputed');
		await keepRun(opened.folder, 'c1', unanswered(run));
		await opened.forge({ name: 'count_words', anyway: true }, { id: 'c2' });
		expect((await readRun(opened.folder, 'c1'))?.outcome).toBe('registered');
		expect((await readRegistry(opened.folder)).disputed).toEqual([]);
	});
});
