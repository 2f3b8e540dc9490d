import { describe, expect, it } from 'vitest';
import { keepTool } from '../../../support/kept-tools.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../../support/workbench.ts';

const none = 'Forged tools: none in this thread and none shared;';
const one = '[Forged tools: numbers/double_number: ';

describe('the first line of a turn', () => {
	it('says which tools there are, anew where they are others than the Brain reads already', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel(['a', 'b', 'c', 'd'].map((text) => ({ text })));
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('one'));
		await bench.say(message('two'));
		await keepTool(await bench.sessions.open(sessionId), { name: 'double_number' });
		await bench.say(message('three'));
		await bench.say(message('four'));
		const said =
			brain.whole
				.at(-1)
				?.messages.filter(({ role }) => role === 'user')
				.map(({ text }) => text) ?? [];
		expect(said.map((text) => text.split('\n', 1)[0])).toEqual([
			expect.stringContaining(none),
			expect.stringMatching(/^\[Time: /),
			expect.stringContaining(one),
			expect.stringMatching(/^\[Time: /),
		]);
	});

	it('stands behind all that servers cache: before it comes, once, the tool that changes others, behind all tools', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'a' }, { text: 'b' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('one'));
		await keepTool(await bench.sessions.open(sessionId), { name: 'double_number' });
		await bench.say(message('two'));
		const [first, second] = brain.whole;
		expect(second?.system).toBe(first?.system);
		const tools = first?.tools ?? [];
		expect(second?.tools.slice(0, tools.length)).toEqual(tools);
		expect(second?.tools.slice(tools.length).map(({ name }) => name)).toEqual(['repair_tool']);
		expect(second?.messages.slice(0, 1)).toEqual(first?.messages);
	});
});
