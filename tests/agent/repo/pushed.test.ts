import { describe, expect, it } from 'vitest';
import { advance, type Mishap } from '../../support/repo/fake-world.ts';
import { repositoryOf } from '../../support/repo/open-repo-work.ts';
import { once, openRepos, proposes, wholeWay } from './open-repos.ts';

const yes = 'Open pull request';
const edits = (tree: string) => ({ calls: [{ name: 'bash', args: { command: tree } }] });
const twice = [...wholeWay, edits('mended more'), { calls: [proposes] }, { text: 'Done again.' }];

describe('a proposal that people have said yes to', () => {
	it('pushes nothing once the repository is not opened there any more', async () => {
		await using at = await openRepos(wholeWay);
		await at.say();
		at.all.splice(0);
		await at.answer(yes);
		expect(at.result()).toMatchObject({ ok: false, text: expect.stringContaining('is not opened here any more') });
		expect(at.world.arrived).toEqual([]);
	});

	it('takes a push whose answer was lost for one', async () => {
		await using at = await openRepos(wholeWay, { mishap: once('push', 'after', 'the connection broke') });
		await at.say();
		await at.answer(yes);
		expect(at.world.arrived).toHaveLength(2);
		expect(at.result()).toMatchObject({ ok: true });
	});

	it('tells of a push that is refused, and keeps nothing of it', async () => {
		await using at = await openRepos(wholeWay, {
			mishap: once('push', 'before', 'The server refuses it: protected branch'),
		});
		await at.say();
		await at.answer(yes);
		expect(at.result()).toMatchObject({
			ok: false,
			text: expect.stringContaining('Not proposed: The server refuses it: protected branch.'),
		});
		expect(at.world.kept).toEqual({});
	});

	it('goes on top of the pull request that is open, and says so', async () => {
		await using at = await openRepos(twice);
		await at.say();
		await at.answer(yes);
		await at.say('address them');
		const question = at.questions()[1];
		expect(question?.text).toContain('on top of pull request #1');
		expect(question).toMatchObject({ answer: { choices: ['Push to pull request #1', 'Go on', 'Drop'] } });
		await at.answer('Push to pull request #1');
		const [first, , second] = at.world.arrived;
		expect(second?.split(' ')[1]).toBe(first?.split(' ')[1]);
		expect(at.world.pulls).toHaveLength(1);
		expect(at.result()).toMatchObject({ ok: true, text: expect.stringContaining('Pushed on top of pull request #1') });
	});

	it('makes a new one where that was merged, and none where it is merged while people decide', async () => {
		await using at = await openRepos([...twice, edits('mended most'), { calls: [proposes] }, { text: 'Third.' }]);
		await at.say();
		await at.answer(yes);
		const [pull] = at.world.pulls;
		if (pull) pull.state = 'merged';
		await at.say('more');
		expect(at.questions()[1]?.text).toContain('(Pull request #1 takes nothing more from here: this is a new one.)');
		await at.answer(yes);
		await at.say('most');
		const second = at.world.pulls[1];
		if (second) second.state = 'closed';
		await at.answer('Push to pull request #2');
		expect(at.result()).toMatchObject({
			ok: false,
			text: expect.stringContaining('pull request #2 was closed meanwhile'),
		});
		expect(at.world.arrived.filter((line) => line.startsWith('push'))).toHaveLength(2);
	});

	it('pushes nothing on top of one that has ended, as was told, while its host is away', async () => {
		let isAway = false;
		const mishap: Mishap = (deed) => (deed === 'news' && isAway ? 'it is away' : undefined);
		await using at = await openRepos(twice, { mishap });
		await at.say();
		await at.answer(yes);
		await at.say('more');
		const { opened } = await at.repos();
		const [one] = opened;
		if (!one?.pull) throw new Error('nothing is open');
		const merged = { ...one, pull: { ...one.pull, state: 'merged' as const } };
		await at.folder.documents.write('repos', { ...(await at.repos()), opened: [merged] });
		isAway = true;
		await at.answer('Push to pull request #1');
		expect(at.result()).toMatchObject({
			ok: false,
			text: expect.stringContaining('pull request #1 was merged meanwhile'),
		});
	});

	it('makes a new one where somebody else has pushed to its branch', async () => {
		await using at = await openRepos(twice);
		await at.say();
		await at.answer(yes);
		advance(at.world, at.world.pulls[0]?.head ?? '', 'mended by Eve');
		await at.say('more');
		expect(at.questions()[1]?.text).toContain('(Pull request #1 takes nothing more from here: this is a new one.)');
		await at.answer(yes);
		expect(at.world.pulls).toHaveLength(2);
		expect(at.world.commits[at.world.branches[at.world.pulls[0]?.head ?? ''] ?? '']?.tree).toBe('mended by Eve');
	});

	it('says that a push is there though the code host does not open it yet, and when it does', async () => {
		await using at = await openRepos(wholeWay, { mishap: once('open', 'before', 'The host has had enough of us') });
		await at.say();
		await at.answer(yes);
		expect(at.result()).toMatchObject({
			ok: true,
			text: expect.stringContaining('The host has had enough of us. It is tried again by itself'),
		});
		expect((await at.repos()).opened[0]?.pull).toMatchObject({ state: 'opening', fails: 1 });
	});

	it('leaves opening to people where no code host is spoken to', async () => {
		await using at = await openRepos(wholeWay, { withoutHost: true });
		await at.say();
		expect(at.questions()[0]).toMatchObject({ answer: { choices: ['Push the branch', 'Go on', 'Drop'] } });
		await at.answer('Push the branch');
		expect(at.world.arrived).toHaveLength(1);
		expect(at.result()).toMatchObject({
			ok: true,
			text: expect.stringContaining('People open the pull request by hand'),
		});
	});

	it('goes through a fork where the place wants that', async () => {
		const { wishes } = repositoryOf();
		await using at = await openRepos(wholeWay, { repository: { wishes: { ...wishes, fork: true } } });
		Object.assign(at.world, { mayPush: false });
		await at.say();
		await at.answer(yes);
		expect(at.world.arrived).toEqual([
			expect.stringMatching(/^push smith\/app:threadsmith\/change-[0-9a-f]{6} /),
			expect.stringMatching(/^open #1 smith:threadsmith\/change-[0-9a-f]{6}$/),
		]);
	});
});
