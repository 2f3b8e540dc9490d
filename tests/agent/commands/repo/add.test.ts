import { describe, expect, it } from 'vitest';
import type { Repositories } from '../../../../src/git/repositories.ts';
import { ask, bo, command } from '../../../support/commands.ts';
import { facts, fetched } from '../../../support/repos/fake-git.ts';
import { credential, repository } from '../../../support/repos/samples.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { address, direct, here, openScene, sibling, there } from './repo-scene.ts';

const withKey = async (repositories: Repositories) => await repositories.credentials.put(credential());

describe('/repo add', () => {
	it('opens a repository in the channel, and says what it was found to be', async () => {
		await using scene = await openScene({ fetched: { ...fetched, notFollowed: ['lib', 'a.bin'] } });
		await withKey(scene.repositories);
		const told = await ask(scene.bench, `/repo add ${address}`, here);
		expect(told.split('\n')).toEqual([
			'Opened acme/app: https://git.example.org/acme/app, in this channel.',
			'Its default branch is `main`, with 1,200 files of 3 MB.',
			'Submodules and files of LFS are followed only where `--follow` names their address: `lib`, `a.bin`.',
			'Pull requests are opened by c-000000000001.',
			'Nothing is said yet of how it is made ready or tested: `repo setup acme/app <command>` and `repo test acme/app <command>`',
		]);
		const [opened] = await scene.repositories.list('slack:T1');
		expect(opened).toMatchObject({
			...{ name: 'acme/app', place: 'slack:T1', channels: ['slack-T1-C1'], codeHost: 'gitea' },
			credential: 'c-000000000001',
		});
		expect(scene.calls.fetched).toEqual([{ repository: opened, credential: credential() }]);
	});

	it('reads without a credential where there is none for it, and says how it gets one', async () => {
		await using scene = await openScene();
		const told = await ask(scene.bench, '/repo add https://github.com/acme/app --channel all', here);
		expect(told).toContain('in all channels');
		expect(told).toContain('Nothing can be pushed');
		expect(told).toContain('`threadsmith credentials add --place slack:T1 --host github.com --repositories acme/app`');
		expect(scene.calls.looked).toEqual([]);
		expect(await scene.repositories.list('slack:T1')).toMatchObject([{ codeHost: 'github', channels: ['*'] }]);
	});

	it('opens nothing that cannot be had', async () => {
		const why = 'The server says that there is no such repository.';
		await using scene = await openScene({ fetched: { kind: 'refused', why } });
		expect(await ask(scene.bench, `/repo add ${address}`, here)).toBe(`Nothing was opened: ${why}`);
		expect(await scene.repositories.list('slack:T1')).toEqual([]);
	});

	it('says the new name of one that git is led away from', async () => {
		const why = 'It leads to another address, which is not followed.';
		await using scene = await openScene({ fetched: { kind: 'refused', why }, facts: { ...facts, path: 'acme/new' } });
		await withKey(scene.repositories);
		expect(await ask(scene.bench, `/repo add ${address}`, here)).toBe(
			`Nothing was opened: ${why} Its host calls it \`acme/new\` now: open it under that name.`,
		);
	});

	it('keeps what its host was found to be, also while that is away', async () => {
		await using scene = await openScene({ facts: { kind: 'refused', why: 'It is out of order.' } });
		await withKey(scene.repositories);
		await scene.repositories.put(repository({ codeHost: 'github' }));
		expect(await ask(scene.bench, `/repo add ${address}`, here)).toBe('Nothing was opened: It is out of order.');
		expect(scene.calls.looked).toMatchObject([{ repository: { codeHost: 'github' } }]);
		expect(await scene.repositories.list('slack:T1')).toMatchObject([{ codeHost: 'github' }]);
	});

	it('leaves no mirror of what is not opened, and that of what was opened before', async () => {
		const refused = { kind: 'refused', why: 'It is larger than what is fetched here.' } as const;
		await using scene = await openScene({ fetched: refused });
		await ask(scene.bench, `/repo add ${address}`, here);
		expect(scene.calls.dropped).toEqual(scene.calls.fetched.map((access) => access.repository.id));
		await scene.repositories.put(repository());
		await ask(scene.bench, `/repo add ${address}`, here);
		expect(scene.calls.fetched).toHaveLength(2);
		expect(scene.calls.dropped).toHaveLength(1);
	});

	it('leaves no mirror where the fetch does not come to its end', async () => {
		await using scene = await openScene({ fetched: new Error('git was killed') });
		await ask(scene.bench, `/repo add ${address}`, here);
		expect(scene.calls.dropped).toEqual(scene.calls.fetched.map((access) => access.repository.id));
	});

	it.each([
		['--kind github', 'Nothing was opened: The token was revoked.'],
		['', 'Pull requests are opened by hand, as its host was not understood (The token was revoked.)'],
	])('with %j takes a refusal of the code host for what it is', async (flags, words) => {
		await using scene = await openScene({ facts: { kind: 'refused', why: 'The token was revoked.' } });
		await withKey(scene.repositories);
		expect(await ask(scene.bench, `/repo add ${address} ${flags}`.trim(), here)).toContain(words);
	});

	it('tells of an archive, of a new name and of a key that may not push', async () => {
		await using scene = await openScene({ facts: { ...facts, path: 'acme/new', isArchived: true, mayPush: false } });
		await withKey(scene.repositories);
		const told = await ask(scene.bench, `/repo add ${address}`, here);
		expect(told).toContain('It is archived there');
		expect(told).toContain('Its host calls it `acme/new` now');
		expect(told).toContain('may not push to it; to push to a fork: `repo set acme/app --fork on`');
	});

	it('again replaces what was there, and keeps its name, its commands and its other channels', async () => {
		await using scene = await openScene();
		await ask(scene.bench, `/repo add ${address}`, here);
		await ask(scene.bench, '/repo test acme/app npm test -- --all', here);
		const [first] = await scene.repositories.list('slack:T1');
		const told = await ask(scene.bench, `/repo add ${address}`, { person: bo, thread: sibling });
		expect(told).toMatch(/^Looked at acme\/app anew and replaced it: .* in this channel and 1 other\.$/m);
		expect(await scene.repositories.list('slack:T1')).toEqual([{ ...first, channels: ['slack-T1-C1', 'slack-T1-C2'] }]);
	});

	it('of one address by two admins at once makes one mirror and one repository, in both channels', async () => {
		const held = Promise.withResolvers<void>();
		await using scene = await openScene({ held: held.promise });
		const line = `/repo add ${address}`;
		const both = scene.bench.say(command(line, here), command(line, { person: bo, thread: sibling }));
		await waitFor(() => scene.calls.fetched.length > 0, 'the first fetch');
		held.resolve();
		await both;
		const begun = (words: string) => scene.bench.platform.posts.filter((text) => text.startsWith(words)).length;
		expect([begun('Opened acme/app'), begun('Looked at acme/app anew')]).toEqual([1, 1]);
		const opened = await scene.repositories.list('slack:T1');
		expect(opened).toMatchObject([{ channels: expect.arrayContaining(['slack-T1-C1', 'slack-T1-C2']) }]);
		expect(new Set(scene.calls.fetched.map((access) => access.repository.id))).toEqual(new Set([opened[0]?.id]));
		expect(scene.calls.dropped).toEqual([]);
	});

	it('of one path at two hosts at once replaces neither by the other', async () => {
		const held = Promise.withResolvers<void>();
		await using scene = await openScene({ held: held.promise });
		const both = [
			ask(scene.bench, `/repo add ${address}`, here),
			ask(scene.bench, '/repo add https://github.com/acme/app', { person: bo, thread: sibling }),
		];
		await waitFor(() => scene.calls.fetched.length === 2, 'both fetches');
		held.resolve();
		await Promise.all(both);
		const opened = await scene.repositories.list('slack:T1');
		expect(opened.map((one) => one.address.host).toSorted()).toEqual(['git.example.org', 'github.com']);
		expect(new Set(opened.map(({ name }) => name)).size).toBe(2);
	});

	it('keeps the commands that were stated while it was looked at anew', async () => {
		const held = Promise.withResolvers<void>();
		await using scene = await openScene({ held: held.promise });
		await scene.repositories.put(repository());
		const again = ask(scene.bench, `/repo add ${address}`, here);
		await waitFor(() => scene.calls.fetched.length > 0, 'the fetch');
		await scene.repositories.put(repository({ wishes: { ...repository().wishes, test: 'npm test' } }));
		held.resolve();
		await again;
		expect(await scene.repositories.list('slack:T1')).toMatchObject([{ wishes: { test: 'npm test' } }]);
	});

	it('does not open again what was closed while it was looked at anew', async () => {
		const held = Promise.withResolvers<void>();
		await using scene = await openScene({ held: held.promise });
		await scene.repositories.put(repository());
		const again = ask(scene.bench, `/repo add ${address}`, here);
		await waitFor(() => scene.calls.fetched.length > 0, 'the fetch');
		const closed = ask(scene.bench, '/repo remove acme/app', { person: bo, thread: sibling });
		await waitFor(() => scene.calls.dropped.length > 0, 'it to be closed');
		held.resolve();
		await closed;
		expect(await again).toBe('Nothing was opened: it was closed here meanwhile.');
		expect(scene.calls.dropped).toEqual(['r-000000000001', 'r-000000000001']);
		expect(await scene.repositories.list('slack:T1')).toEqual([]);
	});

	it('calls one of another host by its host, too', async () => {
		await using scene = await openScene();
		await ask(scene.bench, `/repo add ${address}`, here);
		await ask(scene.bench, '/repo add https://github.com/acme/app', here);
		const names = (await scene.repositories.list('slack:T1')).map(({ name }) => name);
		expect(names).toEqual(['acme/app', 'github.com/acme/app']);
	});

	it.each([
		['nonsense', '"nonsense" is no address.'],
		['ssh://git@git.example.org/acme/app --kind github', 'Over ssh there is no key for the API of its host'],
		[`${address} --credential c-1`, 'takes https://github.com/acme/app'],
		[`${address} --credential c-00000000000f`, 'There is no credential c-00000000000f for'],
	])('refuses %s with a sentence', async (given, words) => {
		await using scene = await openScene();
		expect(await ask(scene.bench, `/repo add ${given}`, here)).toContain(words);
		expect(scene.calls.fetched).toEqual([]);
	});

	it('uses no credential of another place, and answers as if there were none', async () => {
		await using scene = await openScene();
		const line = `/repo add ${address} --credential c-000000000001`;
		const without = await ask(scene.bench, line, there);
		await withKey(scene.repositories);
		expect(await ask(scene.bench, line, there)).toBe(without);
		await ask(scene.bench, `/repo add ${address}`, there);
		expect(scene.calls.fetched).toMatchObject([{ repository: { place: 'slack:T2' } }]);
		expect(scene.calls.fetched[0]).not.toHaveProperty('credential');
	});

	it('from a direct conversation opens it everywhere or not at all', async () => {
		await using scene = await openScene();
		const privately = { person: bo, thread: direct };
		expect(await ask(scene.bench, `/repo add ${address}`, privately)).toContain('Nobody else is here');
		expect(await ask(scene.bench, `/repo add ${address} --channel all`, privately)).toContain('in all channels');
	});

	it('from a direct conversation does not call the channel of a repository this one', async () => {
		await using scene = await openScene();
		await ask(scene.bench, `/repo add ${address}`, here);
		const told = await ask(scene.bench, `/repo add ${address}`, { person: bo, thread: direct });
		expect(told).toMatch(/^Looked at acme\/app anew and replaced it: .* in another channel\.$/m);
	});
});
