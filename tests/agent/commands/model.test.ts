import { describe, expect, it } from 'vitest';
import { ask, bo, command, cy, said } from '../../support/commands.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openWorkbench } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';

const thread = { platform: 'slack', id: 'T1-C1-1.0' } as const;
const by = { person: bo, thread };

function named(name: string, ...replies: ScriptedReply[]) {
	return { ...scriptedModel(replies), name };
}

async function open(options: Partial<WorkbenchOptions> = {}) {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const brain = named('qwen3', { text: 'one' }, { text: 'one more' });
	const other = named('gpt-4o', { text: 'two' });
	const mini = named('gpt-4o-mini');
	const home = { home: dir.path, brain, choices: [other, mini], ...options };
	const bench = building.use(openWorkbench(home));
	const parts = building.move();
	return { bench, brain, other, home, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('/model', () => {
	it('lists the models and says which one thinks', async () => {
		await using scene = await open();
		expect(await ask(scene.bench, '/model', by)).toBe(
			[
				'`qwen3` thinks in this session. Choose another by model <name>:',
				'- `qwen3`, the usual one',
				'- `gpt-4o`',
				'- `gpt-4o-mini`',
			].join('\n'),
		);
	});

	it('says so where there is no choice', async () => {
		await using scene = await open({ choices: [] });
		expect(await ask(scene.bench, '/model', by)).toBe(
			'`qwen3` thinks in this session. There is no other: BRAIN_MODELS names none.',
		);
	});

	it('has another one think from the next turn on, in this session alone, over a restart too', async () => {
		await using scene = await open();
		const elsewhere = { person: bo, thread: { platform: 'slack', id: 'T1-C1-2.0' } } as const;
		await scene.bench.say(said('hi', by));
		expect(await ask(scene.bench, '/model GPT4o', by)).toBe('`gpt-4o` thinks here from now on.');
		expect(await ask(scene.bench, '/status', by)).toContain('Brain gpt-4o,');
		await scene.bench[Symbol.asyncDispose]();
		await using again = openWorkbench(scene.home);
		await again.say(said('more', by));
		expect(again.platform.posts).toContain('two');
		await again.say(said('hi', elsewhere));
		expect(again.platform.posts).toContain('one more');
	});

	it('goes back to the usual one, whichever that is later', async () => {
		await using scene = await open();
		await scene.bench.say(said('hi', by));
		await ask(scene.bench, '/model mini', by);
		expect(await ask(scene.bench, '/model default', by)).toBe('`qwen3` thinks here from now on.');
		await scene.bench[Symbol.asyncDispose]();
		await using again = openWorkbench({ ...scene.home, brain: scene.other, choices: [scene.brain] });
		expect(await ask(again, '/model', by)).toContain('`gpt-4o` thinks in this session.');
	});

	it.each([
		['/model gpt-', 'Which of these? `gpt-4o`, `gpt-4o-mini`'],
		[
			'/model qwem3',
			'There is no model "qwem3" to choose. Did you mean `qwen3`? There is: `qwen3`, `gpt-4o`, `gpt-4o-mini`.',
		],
		['/model claude', 'There is no model "claude" to choose. There is: `qwen3`, `gpt-4o`, `gpt-4o-mini`.'],
	])('answers %j with what there is', async (line, sentence) => {
		await using scene = await open();
		await scene.bench.say(said('hi', by));
		expect(await ask(scene.bench, line, by)).toBe(sentence);
	});

	it('quotes no megabyte', async () => {
		await using scene = await open();
		expect((await ask(scene.bench, `/model ${'x'.repeat(2 ** 20)}`, by)).length).toBeLessThan(300);
	});

	it('is for those who take part, and for sessions that there are, but in the terminal', async () => {
		await using scene = await open();
		expect(await ask(scene.bench, '/model gpt-4o', by)).toContain('There is nothing to set yet');
		await scene.bench.say(said('hi', by));
		expect(await ask(scene.bench, '/model gpt-4o', { person: cy, thread })).toBe(
			'model is for those who take part in this session.',
		);
		expect(await ask(scene.bench, '/model gpt-4o')).toBe('`gpt-4o` thinks here from now on.');
		await scene.bench.say(said('hi'));
		expect(scene.other.requests).toHaveLength(1);
	});

	it('leaves the turn that runs its model', async () => {
		await using scene = await open({ brain: named('qwen3', { hangs: true, text: 'Let me see' }) });
		await scene.bench.dispatch.accept(said('hi', by));
		await waitFor(() => scene.bench.platform.events.some(({ type }) => type === 'text'), 'the first words');
		await scene.bench.dispatch.accept(command('/model gpt-4o', by));
		const kept = '`gpt-4o` thinks here from now on; the turn that runs keeps the model that it has.';
		await waitFor(() => scene.bench.platform.posts.includes(kept), 'the answer');
		await ask(scene.bench, '/stop', by);
	});
});
