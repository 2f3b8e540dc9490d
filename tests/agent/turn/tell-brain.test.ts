import { describe, expect, it } from 'vitest';
import { withFallbacks } from '../../../src/agent/model/fallback-model.ts';
import { ModelError } from '../../../src/base/errors.ts';
import { ask, bo, said } from '../../support/commands.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench } from '../../support/workbench.ts';

const thread = { platform: 'slack', id: 'T1-C1-1.0' } as const;
const by = { person: bo, thread };
const answers = (...texts: string[]): ScriptedReply[] => texts.map((text) => ({ text }));
const named = (name: string, replies: readonly ScriptedReply[]) => ({ ...scriptedModel(replies), name });
const offered = 'The model "gpt-4o", chosen for this session, is not offered any more: "qwen3" thinks here from now on';

describe('a model that was chosen for a session', () => {
	it('and is not offered any more is told of once, when somebody speaks to us, and the usual one answers', async () => {
		await using dir = await tempDir();
		const brain = named('qwen3', answers('one', '', 'two', 'three'));
		const other = named('gpt-4o', answers('four'));
		{
			await using bench = openWorkbench({ home: dir.path, brain, choices: [other] });
			await bench.say(said('hi', by));
			await ask(bench, '/model gpt-4o', by);
		}
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say({ ...said('Nice weather', by), aside: true } as never);
		expect(bench.platform.posts).toEqual([]);
		expect(await ask(bench, '/status', by)).toContain('Brain qwen3,');
		await bench.say(said('more', by), said('and more', by));
		expect(bench.platform.posts.filter((post) => post.includes(offered))).toHaveLength(1);
		expect(bench.platform.posts).toEqual(expect.arrayContaining(['two', 'three']));
	});

	it('and is not known to its server any more likewise', async () => {
		await using dir = await tempDir();
		const brain = named('qwen3', answers('one', 'two', 'three'));
		const fails = new ModelError('unknown-model', 'The model "gpt-4o" is not known: set BRAIN_MODELS');
		const other = withFallbacks(named('gpt-4o', [{ fails }]), [brain]);
		await using bench = openWorkbench({ home: dir.path, brain, choices: [other] });
		await bench.say(said('hi', by));
		await ask(bench, '/model gpt-4o', by);
		await bench.say(said('more', by), said('and more', by));
		const told = bench.platform.posts.filter((post) => post.includes('answers instead'));
		expect(told).toEqual([`${fails.message}: "qwen3" answers instead, from now on`]);
		expect(bench.platform.posts).toEqual(expect.arrayContaining(['two', 'three']));
		expect(await ask(bench, '/model', by)).toContain('`qwen3` thinks in this session.');
	});

	it('and is overloaded stays the chosen one', async () => {
		await using dir = await tempDir();
		const brain = named('qwen3', answers('one', 'two'));
		const fails = new ModelError('rate-limited', 'The endpoint is overloaded');
		const other = withFallbacks(named('gpt-4o', [{ fails }]), [brain]);
		await using bench = openWorkbench({ home: dir.path, brain, choices: [other] });
		await bench.say(said('hi', by));
		await ask(bench, '/model gpt-4o', by);
		await bench.say(said('more', by));
		expect(bench.platform.posts).toContain(`${fails.message}: "qwen3" answers instead`);
		expect(await ask(bench, '/model', by)).toContain('`gpt-4o` thinks in this session.');
	});
});
