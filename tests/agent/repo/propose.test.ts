import { describe, expect, it } from 'vitest';
import type { PullRequestWords, RepoDeps } from '../../../src/agent/repo/repo-deps.ts';
import { places } from '../../../src/platforms.ts';
import { createFakeTrials } from '../../support/repo/fake-trials.ts';
import { fakeTexts, repositoryOf } from '../../support/repo/open-repo-work.ts';
import { inbound } from '../../support/workbench.ts';
import { openRepos, opens, proposes, wholeWay } from './open-repos.ts';

const yes = 'Open pull request';

/** As where several people read along. */
const sharedPlaces: RepoDeps['places'] = {
	conversationOf: (thread) => ({ ...places.conversationOf(thread), kind: 'shared' }),
};

describe('a proposal', () => {
	it('is shown with its diff and its test, and becomes one branch and one draft when somebody says so', async () => {
		await using at = await openRepos(wholeWay);
		await at.say();
		const [question] = at.questions();
		expect(question?.text).toContain('**Mend the login**: acme/app, into `main`, as a draft.');
		expect(question?.text).toContain('✅ Tests passed in 2 s, on exactly this');
		expect(question?.text).toContain('- M `src/login.ts` +1 −1');
		expect(question?.text).toContain('```diff\n-old\n+new\n```');
		expect(question?.text).toContain('What .gitignore names is left out (1).');
		expect(question).toMatchObject({ role: 'participant', answer: { choices: [yes, 'Go on', 'Drop'] } });
		expect(at.world.arrived).toEqual([]);
		await at.answer(yes);
		expect(at.world.arrived).toEqual([
			expect.stringMatching(/^push threadsmith\/change-[0-9a-f]{6} /),
			expect.stringMatching(/^open #1 threadsmith/),
		]);
		expect(at.world.pulls).toMatchObject([{ base: 'main', title: 'Mend the login', draft: true }]);
		expect(at.result()).toMatchObject({
			ok: true,
			text: expect.stringContaining('pull request #1 (https://git.example.org/acme/app/pull/1)'),
		});
		expect(at.questions()).toHaveLength(1);
	});

	it('is tested as the commit that is pushed', async () => {
		await using at = await openRepos(wholeWay);
		await at.say();
		const { commit } = (await at.repos()).proposals[0] ?? {};
		expect(at.trials.done).toEqual([`test ${commit}`]);
		await at.answer(yes);
		expect(at.world.branches).toMatchObject({ [at.world.pulls[0]?.head ?? '']: commit });
	});

	it('shows a test that failed with its end', async () => {
		const trials = createFakeTrials({ kind: 'failed', code: 1, tail: 'FAIL login @everyone' });
		await using at = await openRepos(wholeWay, { trials });
		await at.say();
		expect(at.questions()[0]?.text).toContain('❌ Tests failed with exit code 1');
		expect(at.questions()[0]?.text).toContain('```\nFAIL login @everyone\n```');
		await at.answer('Go on');
		expect(at.result()?.text).toContain('on exactly this. Their end:\n```\nFAIL login @everyone\n```');
	});

	it('shows a long diff as a file above the question, and says so', async () => {
		const diff = Array.from({ length: 90 }, (_, index) => `+line ${index}\u202e`).join('\n');
		await using at = await openRepos(wholeWay, { diff });
		await at.say();
		expect(at.platform.posts.filter((post) => /artifact|question/.test(post))).toEqual([
			'artifact changes.diff',
			expect.stringContaining('All of it is in the file changes.diff'),
		]);
		const file = at.platform.events.find(({ type }) => type === 'artifact');
		expect(file).toMatchObject({ text: expect.stringContaining('+line 89\\u{202e}\n') });
		expect(at.questions()[0]?.text).not.toContain('+line 1');
	});

	it('is put to nobody where its diff is longer than people can be shown whole', async () => {
		await using at = await openRepos(wholeWay, { cut: [{ path: 'package-lock.json', characters: 9_000_000 }] });
		await at.say();
		expect(at.questions()).toEqual([]);
		expect([at.world.arrived, at.world.kept, at.trials.done]).toEqual([[], {}, []]);
		const text = at.result()?.text;
		expect(text).toContain('Not proposed: its diff is longer than the 8,000,000 bytes');
		expect(text).toContain('Most of it: `package-lock.json` (9,000,000 characters). Propose it in smaller parts');
		expect(text).toContain('Nothing was pushed; the files in /workspace/app are as they were.');
	});

	it.each([
		['Go on', 'wants more work on it', true],
		['Drop', 'does not want it', true],
		[null, 'Nobody answered in time', false],
	])('pushes nothing when it is answered %s, and forgets the commit', async (value, text, ok) => {
		await using at = await openRepos(wholeWay);
		await at.say();
		expect(Object.keys(at.world.kept)).toHaveLength(1);
		await at.answer(value);
		expect(at.result()).toMatchObject({ ok, text: expect.stringContaining(text) });
		expect(at.world.arrived).toEqual([]);
		expect(at.world.kept).toEqual({});
		expect(at.guest.folders.get('app')).toBe('mended');
	});

	it('is withdrawn by words that come instead, and a later one asks anew', async () => {
		await using at = await openRepos([
			...wholeWay.slice(0, 3),
			{ text: 'I see.' },
			{ calls: [proposes] },
			{ text: 'Done.' },
		]);
		await at.say();
		await at.say('no, wait');
		expect(at.world.arrived).toEqual([]);
		await at.say('now do');
		expect((await at.repos()).proposals).toMatchObject([{ end: 'withdrawn' }, { step: 'asked' }]);
		expect(Object.keys(at.world.kept)).toHaveLength(1);
		await at.bench.say(inbound('answer', { question: at.questions()[0]?.id ?? '', value: yes }));
		expect(at.world.arrived).toEqual([]);
		await at.answer(yes);
		expect(at.world.arrived).toHaveLength(2);
	});

	it('names the asker and links the thread where its repository lets that stand, and nowhere else', async () => {
		const { wishes } = repositoryOf();
		const texts = async (names: boolean, deps = {}) => {
			const words: PullRequestWords[] = [];
			const pullRequestText: RepoDeps['texts']['pullRequestText'] = (given) => {
				words.push(given);
				return fakeTexts.pullRequestText(given);
			};
			await using at = await openRepos(wholeWay, {
				repository: { wishes: { ...wishes, names } },
				deps: { texts: { ...fakeTexts, pullRequestText }, places: sharedPlaces, ...deps },
			});
			await at.say();
			return words[0];
		};
		expect(await texts(true)).toMatchObject({
			names: { asker: expect.any(String) },
			link: expect.stringMatching(/^https:/),
		});
		for (const word of ['names', 'link']) expect(await texts(false)).not.toHaveProperty(word);
		const fails = { linkTo: () => Promise.reject(new Error('It is away')) };
		expect(await texts(true, fails)).not.toHaveProperty('link');
		expect(await texts(true, { linkTo: async () => 'javascript:alert(1)' })).not.toHaveProperty('link');
		expect(await texts(true, { places })).not.toHaveProperty('link');
	});

	it('needs an admin where what is found does, and says where', async () => {
		const findings = [
			{ severity: 'admin' as const, path: '.github/workflows/ci.yml', line: 3, why: 'runs on the host of others' },
		];
		const rules = { admins: ['local:nobody'], members: undefined, guests: undefined };
		await using at = await openRepos(wholeWay, { findings, bench: { roles: rules } });
		await at.say();
		const [question] = at.questions();
		expect(question).toMatchObject({ role: 'admin' });
		expect(question?.text).toContain('- `.github/workflows/ci.yml`, line 3: runs on the host of others (admin)');
		expect(question?.text).toContain('An admin has to say it.');
	});

	it('is not put to people where something must not be pushed, and the Brain is told the place alone', async () => {
		const findings = [{ severity: 'blocks' as const, path: 'key.pem', line: 1, why: 'looks like a private key' }];
		await using at = await openRepos(wholeWay, { findings, diff: '+sesame' });
		await at.say();
		expect(at.questions()).toEqual([]);
		expect(at.result()).toMatchObject({
			ok: false,
			text: expect.stringContaining('- `key.pem`, line 1: looks like a private key'),
		});
		expect(at.result()?.text).not.toContain('sesame');
		expect(at.world.kept).toEqual({});
	});

	it('says so where nothing has changed', async () => {
		await using at = await openRepos([{ calls: [opens] }, { calls: [proposes] }, { text: 'Nothing.' }]);
		await at.say();
		expect(at.result()).toMatchObject({
			ok: false,
			text: expect.stringContaining('there are no changes in /workspace/app'),
		});
		expect(at.questions()).toEqual([]);
	});

	it('is not made of a repository that is not open', async () => {
		await using at = await openRepos([{ calls: [proposes] }, { text: 'No.' }]);
		await at.say();
		expect(at.result()).toMatchObject({ ok: false, text: 'acme/app is not open here yet: open_repository does that.' });
	});

	it.each([
		['archived', { isArchived: true }, 'acme/app is archived: it takes no changes.'],
		['only read by its credential', { mayPush: false }, 'its credential may only read'],
	])('is not begun where the repository is %s', async (_name, facts, text) => {
		await using at = await openRepos(wholeWay);
		Object.assign(at.world, facts);
		await at.say();
		expect(at.result()).toMatchObject({ ok: false, text: expect.stringContaining(text) });
		expect(at.questions()).toEqual([]);
	});

	it.each([
		[{ credential: undefined }, 'acme/app takes no changes here: it is read without a credential'],
		[{ lacks: 'The credential c-1 of acme/app is gone' }, 'The credential c-1 of acme/app is gone'],
	])('is not begun with %j', async (more, text) => {
		await using at = await openRepos([...wholeWay, { calls: [proposes] }, { text: 'No.' }]);
		await at.say();
		await at.answer('Drop');
		const [first] = at.all.splice(0);
		if (first) at.all.push({ ...first, ...more });
		await at.say('again');
		expect(at.result()).toMatchObject({ ok: false, text: expect.stringContaining(text) });
	});
});

describe('a sandbox that dies under a proposal', () => {
	it('is a result, and nothing is asked', async () => {
		await using at = await openRepos(wholeWay);
		at.guest.fails = 'out of memory';
		await at.say();
		expect(at.questions()).toEqual([]);
		expect(at.result()).toMatchObject({
			ok: false,
			text: 'Not proposed: The sandbox ended: out of memory. Nothing was pushed; the files in /workspace/app are as they were.',
		});
	});
});
