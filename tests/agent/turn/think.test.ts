import { expect, it } from 'vitest';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench } from '../../support/workbench.ts';

it('another model that answers is named, once a turn', async () => {
	await using dir = await tempDir();
	const instead = { model: 'small', why: 'The model "big" is not known' };
	const calls = [{ name: 'nothing', args: {} }];
	const brain = scriptedModel([
		{ calls, instead },
		{ text: 'Hello', instead },
	]);
	await using bench = openWorkbench({ home: dir.path, brain });
	await bench.say(message('hi'));
	const told = bench.platform.events.filter((event) => event.type === 'notice').map(({ text }) => text);
	expect(told.filter((text) => text.includes('small'))).toEqual([
		'The model "big" is not known: "small" answers instead',
	]);
});
