import { describe, expect, it } from 'vitest';
import { bo } from '../../support/commands.ts';
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
		bench.platform.earlier = [{ name: 'Bo', person: bo, at: '2026-11-28T10:00:00Z', text: 'the plan', files }];
		bench.platform.files.set('plan', Buffer.from('a,b\n'));
		await bench.say(mention);
		const [user] = brain.requests[0]?.messages ?? [];
		expect(user?.text).toContain('> Bo (2026-11-28 10:00 UTC): the plan [file: plan.csv]');
		expect(user?.text).toContain('[New files in /inputs: plan.csv (4 bytes)]');
	});

	it('says how many lie between the first and the newest', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const of = (text: string) => ({ name: 'Bo', person: bo, at: '2026-11-28T10:00:00Z', text, files: [] });
		bench.platform.earlier = [of('first'), of('last')];
		bench.platform.leftOut = { kind: 'about', count: 250 };
		await bench.say(mention);
		expect(brain.requests[0]?.messages[0]?.text.split('\n').slice(1, 4)).toEqual([
			'> Bo (2026-11-28 10:00 UTC): first',
			'[Left out here: about 250 messages. read_thread reads them.]',
			'> Bo (2026-11-28 10:00 UTC): last',
		]);
	});

	it('brings the words of those who may not ask for work, and names their files', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const of = (name: string, person?: typeof bo) => ({
			...{ name, ...(person && { person }), at: '2026-11-28T10:00:00Z', text: `words of ${name}` },
			files: [{ name: `${name}.csv`, source: name }],
		});
		const di = { id: 'slack:T9/U9', name: 'Di\n]', traits: ['slack:T1/guests'] };
		bench.platform.earlier = [of('bo', bo), of('di', di), of('robot')];
		for (const name of ['bo', 'di', 'robot']) bench.platform.files.set(name, Buffer.from('a,b\n'));
		await bench.say(mention);
		const text = brain.requests[0]?.messages[0]?.text;
		expect(text).toContain('words of di');
		expect(text).toContain('[New files in /inputs: bo.csv (4 bytes)]');
		expect(text).toMatch(/^\[Not taken in: "di.csv" was shared by Di , who may not ask for work here\. .+\]$/m);
		expect(text).toMatch(/^\[Not taken in: "robot.csv" was shared by an app.+\]$/m);
		expect(bench.platform.posts.filter((post) => post.startsWith('Not taken in'))).toHaveLength(2);
	});

	it('brings no file of somebody without rights that a message points at', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const di = { id: 'slack:T9/U9', name: 'Di', traits: ['slack:T1/externals'] };
		bench.platform.files.set('mine', Buffer.from('1'));
		const quoted = {
			...message('sum it up'),
			files: [
				{ name: 'mine.csv', source: 'mine' },
				{ name: 'hers.csv', source: 'hers', by: di },
			],
		};
		await bench.say(quoted);
		const text = brain.requests[0]?.messages[0]?.text;
		expect(text).toContain('[New files in /inputs: mine.csv (1 byte)]');
		expect(text).toContain('[Not taken in: "hers.csv" was shared by Di');
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
