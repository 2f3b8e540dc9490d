import { describe, expect, it } from 'vitest';
import { keepTool } from '../../../support/kept-tools.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench } from '../../../support/workbench.ts';
import { keepInCatalog } from '../share/open-catalog.ts';

const yes = { text: 'Yes.' };
const thread = message('').thread;

describe('repair_tool', () => {
	it.each([
		[
			'the session has a tool',
			async (bench: ReturnType<typeof openWorkbench>) => {
				await keepTool(await bench.sessions.open(bench.places.sessionIdOf(thread)), {});
			},
		],
		[
			'its catalog has one',
			async (bench: ReturnType<typeof openWorkbench>) => {
				await keepInCatalog(await bench.sessions.catalog('local'));
			},
		],
	])('is offered from when %s, behind all that was offered before', async (_, keep) => {
		await using dir = await tempDir();
		const brain = scriptedModel([yes, yes, yes]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('Hello'));
		await keep(bench);
		await bench.say(message('And now?'));
		const [before = [], after] = brain.requests.map(({ tools }) => tools.map(({ name }) => name));
		expect(before).not.toContain('repair_tool');
		expect(after).toEqual([...before, 'repair_tool']);
	});

	it('is not offered where the registry is of a newer version, and the turn goes on', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([yes]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const folder = await bench.sessions.open(bench.places.sessionIdOf(thread));
		await folder.documents.write('tool_registry', { version: 3 } as never);
		await bench.say(message('Hello'));
		expect(brain.requests[0]?.tools.map(({ name }) => name)).not.toContain('repair_tool');
	});
});
