import { describe, expect, it } from 'vitest';
import { repoCommand } from '../../../../src/agent/commands/repo/repo-command.ts';
import { completeArguments } from '../../../../src/agent/commands/syntax/complete-arguments.ts';
import { createRoles } from '../../../../src/chat/people.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import { places } from '../../../../src/platforms.ts';
import { ask, bo, cy } from '../../../support/commands.ts';
import { repository } from '../../../support/repos/samples.ts';
import { address, boss, channel, direct, elsewhere, here, openScene, roles, sibling, there } from './repo-scene.ts';

const stranger = { ...boss, traits: ['slack:T1/externals'] };

describe('/repo', () => {
	it('lists to a member what is opened in the channel, to an admin all of the place', async () => {
		await using scene = await openScene();
		await scene.repositories.put(
			repository({ channels: ['slack-T1-C1'], wishes: { ...repository().wishes, test: 'make' } }),
		);
		await scene.repositories.put(repository({ id: 'r-000000000002', name: 'acme/web', channels: ['slack-T1-C2'] }));
		await scene.repositories.put(repository({ id: 'r-000000000003', name: 'acme/all' }));
		const member = await ask(scene.bench, '/repo', { person: cy, thread: channel });
		expect(member.split('\n').map((line) => line)).toEqual([
			'- **acme/all** https://git.example.org/acme/app: reads only; in all channels',
			'- **acme/app** https://git.example.org/acme/app: reads only; in this channel',
			'  test: `make`',
		]);
		expect(await ask(scene.bench, '/repo', { person: cy, thread: direct })).not.toContain('acme/app**');
		expect(await ask(scene.bench, '/repo', here)).toContain(
			'acme/web** https://git.example.org/acme/app: reads only; in another channel',
		);
	});

	it.each([
		'ACME/App',
		'“acme/app”',
		'acme/app.git',
		'https://git.example.org/acme/app/src/branch/main',
		'<git.example.org/acme/app>',
	])('knows the one that %j means', async (name) => {
		await using scene = await openScene();
		await scene.repositories.put(repository());
		expect(await ask(scene.bench, `/repo setup ${name} npm ci`, here)).toContain('setup: `npm ci`');
		expect(await ask(scene.bench, `/repo remove ${name}`, here)).toContain('Closed acme/app.');
		expect(await scene.repositories.list('slack:T1')).toEqual([]);
	});

	it('takes none by half of a name, nor where two differ in case alone', async () => {
		await using scene = await openScene();
		await scene.repositories.put(repository());
		await scene.repositories.put(repository({ id: 'r-000000000002', name: 'Acme/App' }));
		for (const name of ['app', 'ACME/APP', 'https://git.example.org/acme/apple'])
			expect(await ask(scene.bench, `/repo remove ${name}`, here)).toContain(`There is no repository "${name}"`);
		expect(await ask(scene.bench, '/repo remove Acme/App', here)).toContain('Closed Acme/App.');
		expect((await scene.repositories.list('slack:T1')).map((one) => one.name)).toEqual(['acme/app']);
	});

	it('removes one with its mirror', async () => {
		await using scene = await openScene();
		await scene.repositories.put(repository());
		expect(await ask(scene.bench, '/repo remove acme/app', here)).toContain('Closed acme/app');
		expect(await scene.repositories.list('slack:T1')).toEqual([]);
		expect(scene.calls.dropped).toEqual(['r-000000000001']);
	});

	it('says of the credential of a removed one what becomes of it, where there is one', async () => {
		await using scene = await openScene();
		const credential = 'c-000000000001';
		await scene.repositories.put({ ...repository(), credential });
		const told = await ask(scene.bench, '/repo remove acme/app', here);
		await scene.repositories.put(repository());
		const toldOfBare = await ask(scene.bench, '/repo remove acme/app', here);
		expect([told, toldOfBare]).toEqual([
			'Closed acme/app. Its pull requests stay as they are. So does the credential c-000000000001: the operator removes it if nothing else needs it.',
			'Closed acme/app. Its pull requests stay as they are.',
		]);
	});

	it('states commands, and takes them away', async () => {
		await using scene = await openScene();
		await scene.repositories.put(repository());
		expect(await ask(scene.bench, '/repo setup acme/app npm ci', here)).toContain('setup: `npm ci`');
		expect(await ask(scene.bench, '/repo test acme/app npm test -- --run', here)).toContain(
			'test: `npm test -- --run`',
		);
		expect(await ask(scene.bench, '/repo setup acme/app None.', here)).not.toContain('setup:');
		const [kept] = await scene.repositories.list('slack:T1');
		expect(kept?.wishes).toMatchObject({ test: 'npm test -- --run' });
		expect(kept?.wishes.setup).toBeUndefined();
		expect(await ask(scene.bench, `/repo test acme/app ${'x'.repeat(4_001)}`, here)).toBe(
			'Nothing was changed: test is too long.',
		);
	});

	it.each([
		['`npm test`', 'npm test'],
		['```npm test\nnpm run lint```', 'npm test\nnpm run lint'],
		['```sh\nnpm test\n```', 'npm test'],
		['“npm test”', 'npm test'],
		['npm\u00a0test', 'npm test'],
		['echo `date` && echo `id`', 'echo `date` && echo `id`'],
		['"./my tests/run"', '"./my tests/run"'],
	])('takes a command as it is meant, written as people do in a chat: %j', async (written, meant) => {
		await using scene = await openScene();
		await scene.repositories.put(repository());
		expect(await ask(scene.bench, `/repo test acme/app ${written}`, here)).not.toContain('It is kept');
		expect((await scene.repositories.list('slack:T1'))[0]?.wishes.test).toBe(meant);
	});

	it('says which quotes and dashes in a command no shell takes for such', async () => {
		await using scene = await openScene();
		await scene.repositories.put(repository());
		const told = await ask(scene.bench, '/repo test acme/app pytest —fast -k “not slow”', here);
		expect(told).toContain('It is kept as it was written, with — “ ”: a shell takes none of them');
		expect((await scene.repositories.list('slack:T1'))[0]?.wishes.test).toBe('pytest —fast -k “not slow”');
		expect(await ask(scene.bench, '/repo test acme/other echo “a”', here)).not.toContain('It is kept');
	});

	it('sets how pull requests are made', async () => {
		await using scene = await openScene();
		await scene.repositories.put(repository({ credential: 'c-000000000001' }));
		const line = '/repo set acme/app --indexes npm,pypi --draft off --fork on --names on --protect src/*.ts,Makefile';
		const told = await ask(scene.bench, line, here);
		expect(told).toContain(
			'pull requests from a fork; in all channels; set-up reaches npm, pypi; names of people are told',
		);
		const [kept] = await scene.repositories.list('slack:T1');
		expect(kept?.wishes).toEqual({
			...{ indexes: ['npm', 'pypi'], draft: false, fork: true, names: true },
			...{ protected: ['src/*.ts', 'Makefile'] },
		});
		await ask(scene.bench, '/repo set acme/app --indexes none --protect none', here);
		expect((await scene.repositories.list('slack:T1'))[0]?.wishes).toMatchObject({
			indexes: [],
			protected: [],
			draft: false,
		});
		expect(await ask(scene.bench, '/repo set acme/app --indexes rubygems', here)).toContain('takes');
	});

	it('says what may be followed, by its address alone', async () => {
		await using scene = await openScene();
		await scene.repositories.put(repository());
		const lib = 'https://git.example.org/acme/lib';
		const lfs = `${address}/info/lfs`;
		const line = `/repo set acme/app --follow ${lib},${lfs},${lib}`;
		expect(await ask(scene.bench, line, here)).toContain(`follows ${lib}, ${lfs}`);
		const kept = async () => (await scene.repositories.list('slack:T1'))[0]?.wishes.follow;
		expect((await kept())?.map(({ kind, url }) => [kind, url])).toEqual([
			['submodule', lib],
			['lfs', lfs],
		]);
		expect(await ask(scene.bench, '/repo', here)).toContain(`follows ${lib}`);
		expect(await ask(scene.bench, `/repo set acme/app --follow ${lib},file:///etc`, here)).toBe(
			'Nothing was changed: "file:///etc" is no address.',
		);
		const many = Array.from({ length: 21 }, (_, count) => `${lib}${'x'.repeat(count)}`).join(',');
		expect(await ask(scene.bench, `/repo set acme/app --follow ${many}`, here)).toContain('Nothing was changed');
		expect(await kept()).toHaveLength(2);
		await ask(scene.bench, '/repo set acme/app --draft off', here);
		expect(await kept()).toHaveLength(2);
		expect(await ask(scene.bench, '/repo set acme/app --follow none', here)).not.toContain('follows');
		expect(await kept()).toEqual([]);
	});

	it.each([
		'add https://git.example.org/a/b',
		'remove acme/app',
		'setup acme/app x',
		'test acme/app x',
		'set acme/app --draft off',
		'set acme/app --follow https://git.example.org/acme/lib',
	])('%s is for admins of the place', async (line) => {
		await using scene = await openScene();
		await scene.repositories.put(repository());
		const before = await scene.repositories.list('slack:T1');
		expect(await ask(scene.bench, `/repo ${line}`, { person: cy, thread: channel })).toBe('repo is for admins.');
		expect(await ask(scene.bench, `/repo ${line}`, { person: stranger, thread: channel })).toMatch(
			/admins|may not use/,
		);
		expect(await scene.repositories.list('slack:T1')).toEqual(before);
	});

	it.each(['remove acme/app', 'setup acme/app x', 'test acme/app x', 'set acme/app --draft off'])(
		'%s of another place is answered as one that is nowhere',
		async (line) => {
			await using scene = await openScene();
			const nowhere = await ask(scene.bench, `/repo ${line}`, there);
			await scene.repositories.put(repository());
			expect(await ask(scene.bench, `/repo ${line}`, there)).toBe(nowhere);
			expect(nowhere).toBe('There is no repository "acme/app" here.');
			expect(await ask(scene.bench, '/repo', there)).toMatch(/^No repository is opened here/);
			expect(await scene.repositories.list('slack:T1')).toEqual([repository()]);
		},
	);

	it('offers names to those alone who may know them', async () => {
		await using scene = await openScene();
		await scene.repositories.put(repository({ channels: ['slack-T1-C1'] }));
		const command = repoCommand({ ...scene.repos, places, roleOf: createRoles(roles, places) });
		const offered = async (person: typeof bo, thread: Thread) =>
			(await completeArguments(command, 'remove ac', { person, thread })).hits;
		expect(await offered(bo, sibling)).toEqual(['acme/app']);
		expect(await offered(cy, channel)).toEqual(['acme/app']);
		expect(await offered(cy, sibling)).toEqual([]);
		expect(await offered(boss, elsewhere)).toEqual([]);
		expect(await offered(stranger, channel)).toEqual([]);
	});

	it('says where there are places, in a conversation that has none', async () => {
		await using scene = await openScene();
		const lonely = { person: { id: 'discord:1/7', name: 'Ed' }, thread: { platform: 'discord', id: 'dm-5' } };
		expect(await ask(scene.bench, '/repo list', lonely)).toContain('a direct conversation of Discord is in none');
		expect(await ask(scene.bench, `/repo add ${address}`, lonely)).toContain(
			'is for admins, and a direct conversation of Discord has none: use a thread of a server.',
		);
	});
});
