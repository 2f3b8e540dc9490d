import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tellSpent } from '../../../../src/agent/model/spending.ts';
import { defineTool } from '../../../../src/agent/tool.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../../support/workbench.ts';

/** A tool that asks models, as the forge does, and fails at last. */
const asksModels = defineTool({
	name: 'asks_models',
	description: '',
	touches: 'nothing',
	args: z.strictObject({}),
	run: async () => {
		await tellSpent({ inputTokens: 1000, outputTokens: 200 });
		await tellSpent({ inputTokens: 300, outputTokens: 7, model: 'judge' });
		return { ok: false, text: 'could not be made' };
	},
});

/** Tokens in and out of the events that the thread was shown. */
function told({ platform }: Workbench): readonly [number, number] {
	const usages = platform.events.flatMap((event) => (event.type === 'usage' ? [event] : []));
	const sum = (of: 'inputTokens' | 'outputTokens') => usages.reduce((all, usage) => all + usage[of], 0);
	return [sum('inputTokens'), sum('outputTokens')];
}

async function statusOf(bench: Workbench): Promise<string | undefined> {
	await bench.say(inbound('command', { name: 'status', args: '' }));
	return /^Tokens +(.*)$/m.exec(bench.platform.posts.at(-1) ?? '')?.[1];
}

describe('the cost of a turn', () => {
	it('has what the models of its calls have used, shown and kept', async () => {
		await using dir = await tempDir();
		const calls = [{ name: 'asks_models', args: {} }];
		const brain = scriptedModel([{ calls }, { text: 'sorry' }]);
		await using bench = openWorkbench({ home: dir.path, brain, moreTools: [asksModels] });
		await bench.say(message('go'));
		expect(told(bench)).toEqual([10 + 1000 + 300 + 10, 5 + 200 + 7 + 5]);
		expect(await statusOf(bench)).toBe('1320 in, 217 out, 4 model calls');
		expect(await bench.store.records.list('usage', sessionId, z.unknown())).toHaveLength(4);
	});

	it('has an empty answer that was asked for again, and two that end it', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{}, { text: 'here' }, {}, {}]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(message('one'));
		expect(told(bench)).toEqual([20, 10]);
		await bench.say(message('two'));
		expect(told(bench)).toEqual([40, 20]);
		expect(await statusOf(bench)).toMatch(/^40 in, 20 out/);
	});
});
