import { describe, expect, it } from 'vitest';
import { createOverview } from '../../../src/agent/commands/overview.ts';
import { createRoles, noRules } from '../../../src/chat/people.ts';
import { places } from '../../../src/platforms.ts';
import { bo, cy, said } from '../../support/commands.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench } from '../../support/workbench.ts';

describe('an overview', () => {
	it('shows people the sessions they took part in, with what those used, and no other', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const thread = { platform: 'slack', id: 'T1-C1-1.1' } as const;
		await bench.say(said('first words of Bo', { person: bo, thread }));
		await bench.say(said('again', { person: bo, thread }));
		await bench.say(said('elsewhere', { person: cy }));
		const overview = await createOverview({ ...bench, roleOf: createRoles(noRules, places) })(bo, 'slack:T1');
		expect(overview).toEqual({
			sessions: [{ id: 'slack-T1-C1-1__1', title: 'first words of Bo', usedAt: expect.any(String), thread: thread.id }],
			usage: { inputTokens: 20, outputTokens: 10, modelCalls: 2 },
			tools: [],
		});
	});
});
