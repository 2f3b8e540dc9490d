import { expect, it } from 'vitest';
import { inbound } from '../../support/workbench.ts';
import { openRepos, wholeWay } from './open-repos.ts';

it('a status tells the repository, its branch and what became of its pull request', async () => {
	await using at = await openRepos(wholeWay);
	const status = async () => {
		await at.bench.say(inbound('command', { name: 'status', args: '' }));
		return at.platform.posts
			.at(-1)
			?.split('\n')
			.filter((line) => line.startsWith('Repository'));
	};
	expect(await status()).toEqual([]);
	await at.say();
	expect(await status()).toEqual(['Repository acme/app main']);
	await at.answer('Open pull request');
	expect(await status()).toEqual([
		'Repository acme/app main, pull request #1 open as a draft https://git.example.org/acme/app/pull/1',
	]);
});
