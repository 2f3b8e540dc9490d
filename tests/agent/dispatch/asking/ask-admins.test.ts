import { describe, expect, it } from 'vitest';
import { unused } from '../../../../src/agent/forge/registry/registry.ts';
import { askedSchema } from '../../../../src/chat/asked.ts';
import { noRules } from '../../../../src/chat/people.ts';
import type { Person, Thread } from '../../../../src/chat/thread.ts';
import { command, said } from '../../../support/commands.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { recordingPlatform } from '../../../support/recording-platform.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { inbound } from '../../../support/workbench.ts';
import {
	asks,
	bo,
	direct,
	elsewhere,
	grace,
	hers,
	inDirect,
	open,
	postsIn,
	questionIn,
	session,
	withGrace,
} from '../open-with-admins.ts';

describe('a question for an admin that arises in a direct conversation', () => {
	it('goes to an admin of the place alone, with who asks and the whole code, and nothing that was said', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		await using bench = open({ home: dir.path, platform });
		await bench.say(inDirect('our secret'));
		const [code, question, ...more] = postsIn(platform, hers);
		expect(code).toBe('draft.py, all of it:\n```python\nprint(1)\n```');
		expect(question).toMatch(/^question: Bo \(slack:T1\/U2\) asks .* slack:T1 .*\n\nMay I\?$/);
		expect(more).toEqual([]);
		expect(JSON.stringify(postsIn(platform, hers))).not.toContain('our secret');
		expect(postsIn(platform, direct)).toContainEqual(expect.stringContaining('An admin has to decide that'));
		expect(postsIn(platform, direct).join()).not.toContain('May I?');
	});

	it('is decided where the admin was asked, and the asker is told', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		const brain = scriptedModel([asks, { text: 'done' }]);
		await using bench = open({ home: dir.path, platform, brain });
		await bench.say(inDirect('go'));
		const { id } = await questionIn(bench);
		await bench.say({ ...inbound('answer', { question: id, value: 'yes' }), person: grace, thread: hers });
		expect(brain.requests[1]?.messages.at(-1)?.text).toBe('yes by Grace');
		expect(postsIn(platform, direct)).toContain('Grace answered: yes');
		expect(postsIn(platform, direct)).toContain('done');
		expect(postsIn(platform, hers).at(-1)).toBe('closed: Grace answered: yes');
	});

	it('is asked once and decided over restarts', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		{
			await using bench = open({ home: dir.path, platform });
			await bench.say(inDirect('go'));
		}
		const brain = scriptedModel([{ text: 'done' }]);
		await using bench = open({ home: dir.path, platform, brain });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(postsIn(platform, hers).filter((post) => post.startsWith('question: '))).toHaveLength(1);
		const { id } = await questionIn(bench);
		await bench.say({ ...inbound('answer', { question: id, value: 'no' }), person: grace, thread: hers });
		expect(brain.requests[0]?.messages.at(-1)?.text).toBe('no by Grace');
	});

	it('takes no answer from somebody else there, from another place, or from the asker', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		await using bench = open({ home: dir.path, platform });
		await bench.say(inDirect('go'));
		const answer = (person: Person, thread: Thread) => ({
			...inbound('answer', { question: question.id, value: 'yes' }),
			person,
			thread,
		});
		const question = await questionIn(bench);
		await bench.say(answer({ ...grace, traits: [] }, hers), answer(bo, direct));
		await bench.say(answer(elsewhere, { platform: 'slack', id: 'T2-D9-9.9' }), answer(elsewhere, hers));
		expect((await questionIn(bench)).state).toBe('open');
	});

	it('is taken away from the admin when a message withdraws it', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		const brain = scriptedModel([asks, { text: 'well then' }]);
		await using bench = open({ home: dir.path, platform, brain });
		await bench.say(inDirect('go'));
		await bench.say(inDirect('never mind'));
		expect(postsIn(platform, hers).at(-1)).toBe('closed: It is not asked any more');
		const asked = await bench.store.records.list('asked', session, askedSchema);
		expect(asked.map(({ closed }) => closed)).toEqual([true]);
	});

	it('names who could decide where no admin can be reached', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		await using bench = open({ home: dir.path, platform });
		await bench.say(inDirect('go'));
		expect(platform.posts.at(-1)).toContain('No admin of slack:T1 could be reached');
		expect(platform.posts.at(-1)).toContain('ADMINS=slack:T1/');
	});

	it('reaches those whom the settings name, each once', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		await using bench = open({
			home: dir.path,
			platform,
			roles: { ...noRules, admins: ['slack:T1/UA', 'slack:T2/UZ'] },
		});
		await bench.say(inDirect('go'));
		expect(postsIn(platform, hers).filter((post) => post.startsWith('question: '))).toHaveLength(1);
	});

	it('is asked again when the platform has failed', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		const { directTo } = platform;
		platform.directTo = () => {
			throw new Error('Slack does not answer');
		};
		await using bench = open({ home: dir.path, platform });
		await bench.say(inDirect('go'));
		expect(postsIn(platform, hers)).toEqual([]);
		platform.directTo = directTo;
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(postsIn(platform, hers)).toHaveLength(2);
	});

	it('stays in the thread where an admin asks it, and in a public one', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		const brain = scriptedModel([asks, asks]);
		await using bench = open({ home: dir.path, platform, brain });
		await bench.say(said('go', { person: grace, thread: direct }));
		const here: Thread = { platform: 'slack', id: 'T1-C1-1.1' };
		await bench.say({ ...said('go', { person: bo, thread: here }), audience: 'public' });
		expect(platform.events.filter(({ type }) => type === 'question')).toHaveLength(2);
		expect(postsIn(platform, hers)).toEqual([]);
	});
});

describe('a share that is proposed where others may not read', () => {
	it('goes to an admin, and what comes of it to the asker', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		await using bench = open({ home: dir.path, platform, brain: scriptedModel([]) });
		await keepTool(await bench.sessions.open(session), {}, { use: { ...unused, calls: 1 } });
		await bench.say(command('/tools share double_number', { person: bo, thread: direct }));
		const { id } = await questionIn(bench);
		expect(postsIn(platform, hers).at(-1)).toContain('def run(input)');
		await bench.say({ ...inbound('answer', { question: id, value: 'Share it' }), person: grace, thread: hers });
		expect(postsIn(platform, direct).at(-1)).toMatch(/Shared: .* approved by Grace/);
		expect(await (await bench.sessions.catalog('slack-T1')).tools.list()).toHaveLength(1);
	});
});

describe('in Discord', () => {
	const asker: Person = { id: 'discord:2/5', name: 'Bo', traits: [] };
	const owner: Person = { id: 'discord:2/7', name: 'Ada', traits: ['discord:2/installer'] };
	const thread: Thread = { platform: 'discord', id: '2-30-31' };
	const dm: Thread = { platform: 'discord', id: 'dm-70' };

	it('an admin of the server answers directly, though they are somebody else there', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		platform.admins.push(owner);
		platform.directTo = () => dm;
		const brain = scriptedModel([asks, { text: 'done' }]);
		await using bench = open({ home: dir.path, platform, brain });
		await bench.say({ ...said('go', { person: asker, thread }), audience: 'private' });
		const { id } = await questionIn(bench, 'discord-2-30-31');
		const answer = (person: Person) => ({ ...inbound('answer', { question: id, value: 'yes' }), person, thread: dm });
		await bench.say(answer({ id: 'discord:1/8', name: 'Cy', traits: ['discord:1/installer'] }));
		expect(brain.requests).toHaveLength(1);
		await bench.say(answer({ id: 'discord:1/7', name: 'Ada', traits: [] }));
		expect(brain.requests[1]?.messages.at(-1)?.text).toBe('yes by Ada');
	});

	it('a direct conversation has no admin: nobody is asked, and the Brain is told', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		platform.admins.push(owner);
		const brain = scriptedModel([asks, { text: 'done' }]);
		await using bench = open({ home: dir.path, platform, brain });
		await bench.say(said('go', { person: { ...owner, id: 'discord:1/7' }, thread: dm }));
		expect(platform.events.filter(({ type }) => type === 'question')).toEqual([]);
		expect(brain.requests[1]?.messages.at(-1)?.text).toContain('a direct conversation of Discord has none');
	});
});
