import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench } from '../../support/workbench.ts';

const mention = { ...message('sum it up'), withEarlier: true } as const;

describe('a message in a thread where people have talked', () => {
	it('brings what they said, and their files', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const files = [{ name: 'plan.csv', source: 'plan' }];
		bench.platform.earlier = [{ name: 'Bo', at: '2026-11-28T10:00:00Z', text: 'the plan', files }];
		bench.platform.files.set('plan', Buffer.from('a,b\n'));
		await bench.say(mention);
		const [user] = brain.requests[0]?.messages ?? [];
		expect(user?.text).toContain('> Bo (2026-11-28 10:00): the plan [file: plan.csv]');
		expect(user?.text).toContain('[New files in /inputs: plan.csv (4 bytes)]');
	});

	it('says so when what they said cannot be had, and goes on', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(mention);
		expect(bench.platform.posts[0]).toBe(
			'Not taken in: "earlier messages of this thread" could not be read: Slack does not answer',
		);
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});
});
