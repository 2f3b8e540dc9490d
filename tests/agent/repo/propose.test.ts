import { describe, expect, it } from 'vitest';
import { openRepos, wholeWay } from './open-repos.ts';

describe('a proposal', () => {
	it('is shown with its diff and its test, and becomes one branch and one draft when somebody says so', async () => {
		await using at = await openRepos(wholeWay);
		await at.say();
		const [question] = at.questions();
		expect(question?.text).toContain('**Mend the login**: acme/app, into `main`, as a draft.');
		expect(question?.text).toContain('✅ Tests passed in 2 s, on exactly this');
		expect(question?.text).toContain('- M `src/login.ts` +1 −1');
		expect(question?.text).toContain('```diff\n-old\n+new\n```');
		expect(question).toMatchObject({
			role: 'participant',
			answer: { choices: ['Open pull request', 'Go on', 'Drop'] },
		});
		expect(at.world.arrived).toEqual([]);
		await at.answer('Open pull request');
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
});
