import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { places } from '../../../src/platforms.ts';
import { type RepoMeans, reposOf } from '../../../src/process/repos/repo-parts.ts';
import { createFakeCodeHost } from '../../support/repo/fake-code-host.ts';
import { createFakeGit } from '../../support/repo/fake-git.ts';
import { createFakeTrials } from '../../support/repo/fake-trials.ts';
import { newWorld, noMishap } from '../../support/repo/fake-world.ts';
import { memorySecrets } from '../../support/repos/memory-secrets.ts';
import { credential, repository } from '../../support/repos/samples.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench } from '../../support/workbench.ts';

const signal = new AbortController().signal;

/** Parts on fakes that count how often they were made and disposed of; `fails` makes the first making fail. */
async function openParts({ fails = false } = {}) {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const bench = building.use(openWorkbench({ home: dir.path, brain: scriptedModel([]) }));
	const counts = { made: 0, disposed: 0 };
	const world = newWorld();
	const means = async (): Promise<RepoMeans> => {
		counts.made += 1;
		if (fails && counts.made === 1) throw new Error('Git is not installed');
		return {
			git: createFakeGit({ world, mishap: noMishap }),
			codeHostFor: () => createFakeCodeHost({ world, mishap: noMishap }),
			trials: createFakeTrials({}, noMishap),
			[Symbol.asyncDispose]: async () => {
				counts.disposed += 1;
			},
		};
	};
	const { store, sessions } = bench;
	const models = { brain: scriptedModel([]), choices: [] };
	const linkTo = async () => undefined;
	const here = { store, sessions, places, models, secrets: memorySecrets(), log: silentLogger, means, linkTo };
	const parts = reposOf(loadConfig({}), here);
	const built = building.move();
	return { parts, counts, bench, [Symbol.asyncDispose]: () => built.disposeAsync() };
}

it('nothing is made for a bot that has no repositories', async () => {
	await using scene = await openParts();
	const { commands, work } = scene.parts;
	expect(await commands.repositories.list('local')).toEqual([]);
	expect(commands.readAddress('https://github.com/acme/app')).toEqual({
		scheme: 'https',
		host: 'github.com',
		path: 'acme/app',
	});
	expect(commands.readAddress('file:///etc')).toMatchObject({ kind: 'refused' });
	expect(work.tools.map(({ spec }) => spec.name)).toEqual(['open_repository', 'propose_changes']);
	await work.watches.look('local-none', async () => {}, signal);
	await scene.parts[Symbol.asyncDispose]();
	expect(scene.counts).toEqual({ made: 0, disposed: 0 });
});

it('all of it is made once, and disposed of with the parts', async () => {
	await using scene = await openParts();
	const { commands } = scene.parts;
	const access = { repository: repository(), credential: credential() };
	const both = [commands.git.fetch(access, undefined, { signal }), commands.codeHost.look(access, signal)];
	expect(await Promise.all(both)).toMatchObject([{ kind: 'fetched' }, { kind: 'facts' }]);
	await scene.parts[Symbol.asyncDispose]();
	expect(scene.counts).toEqual({ made: 1, disposed: 1 });
});

it('what could not be made is made at the next try', async () => {
	await using scene = await openParts({ fails: true });
	const { git } = scene.parts.commands;
	const fetch = () => git.fetch({ repository: repository() }, undefined, { signal });
	await expect(fetch()).rejects.toThrow('Git is not installed');
	expect(await fetch()).toMatchObject({ kind: 'fetched' });
	await scene.parts[Symbol.asyncDispose]();
	expect(scene.counts).toEqual({ made: 2, disposed: 1 });
});
