import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { openRepositories } from '../../../src/git/repos/open-repositories.ts';
import type { Credential, Repository } from '../../../src/git/repository.ts';
import { memoryRecords } from '../../support/repos/memory-records.ts';
import { memorySecrets } from '../../support/repos/memory-secrets.ts';
import { credential, repository } from '../../support/repos/samples.ts';

function opened() {
	const secrets = memorySecrets();
	const warned: unknown[] = [];
	const log = { ...silentLogger, warn: (...words: unknown[]) => void warned.push(words) };
	return { secrets, warned, repositories: openRepositories({ records: memoryRecords(), secrets, log }) };
}

describe('repositories', () => {
	it('are listed by name, and in a channel those alone that are opened there', async () => {
		const { repositories } = opened();
		const everywhere = repository({ id: 'r-000000000002', name: 'acme/web' });
		const here = repository({ name: 'acme/app', channels: ['slack-T1-C1'] });
		const elsewhere = repository({ id: 'r-000000000003', name: 'acme/lib', channels: ['slack-T1-C2'] });
		for (const one of [everywhere, here, elsewhere]) await repositories.put(one);
		expect(await repositories.list('slack:T1')).toEqual([here, elsewhere, everywhere]);
		expect(await repositories.list('slack:T1', 'slack-T1-C1')).toEqual([here, everywhere]);
		expect(await repositories.list('slack:T2')).toEqual([]);
	});

	it('of one name replace each other in their place, and in no other one', async () => {
		const { repositories } = opened();
		const other = repository({ id: 'r-00000000000b', place: 'slack:T2' });
		await repositories.put(other);
		await repositories.put(repository());
		const anew = repository({ id: 'r-00000000000a' });
		await repositories.put(anew);
		expect(await repositories.list('slack:T1')).toEqual([anew]);
		expect(await repositories.list('slack:T2')).toEqual([other]);
		await repositories.remove('slack:T1', 'acme/app');
		expect(await repositories.list('slack:T1')).toEqual([]);
		expect(await repositories.list('slack:T2')).toEqual([other]);
	});

	it('keep their id to themselves: another place cannot take it', async () => {
		const { repositories } = opened();
		await repositories.put(repository());
		await expect(repositories.put(repository({ place: 'slack:T2' }))).rejects.toThrow('another place');
		expect(await repositories.access('slack:T2', 'r-000000000001')).toBeUndefined();
		expect(await repositories.access('slack:T1', 'r-000000000001')).toEqual({ repository: repository() });
	});
});

describe('a credential', () => {
	const named = repository({ credential: 'c-000000000001' });

	it('comes with the repository that names it', async () => {
		const { repositories } = opened();
		await repositories.put(named);
		await repositories.credentials.put(credential());
		expect(await repositories.access('slack:T1', named.id)).toEqual({ repository: named, credential: credential() });
	});

	it.each<[string, Partial<Credential>]>([
		['of another place', { place: 'slack:T2' }],
		['for another host', { host: 'evil.example.org' }],
		['for another port', { host: 'git.example.org:8443' }],
		['for another repository', { repositories: ['acme/web'] }],
		['for a name in other letters', { repositories: ['Acme/App'] }],
		['for ssh', { key: { kind: 'ssh-key', privateKey: 'k', knownHosts: 'h' } }],
	])('%s is not handed out, and looks like none that is there', async (_what, other) => {
		const { repositories } = opened();
		await repositories.put(named);
		const missing = await repositories.access('slack:T1', named.id);
		await repositories.credentials.put(credential(other));
		expect(await repositories.access('slack:T1', named.id)).toEqual(missing);
		expect(missing).toEqual({ repository: named, lacks: expect.stringContaining('is gone, or is not for it') });
		expect(await repositories.credentials.for('slack:T1', named.address)).toBeUndefined();
	});

	it('that is damaged is told, and not used', async () => {
		const { repositories, secrets, warned } = opened();
		await repositories.put(named);
		for (const text of ['{', '{}', JSON.stringify(credential({ id: 'c-00000000000f' }))]) {
			secrets.files.set('git.c-000000000001', text);
			const access = await repositories.access('slack:T1', named.id);
			expect(access).toEqual({ repository: named, lacks: expect.stringContaining('is damaged and is not used') });
			expect(await repositories.credentials.list('slack:T1')).toEqual([]);
		}
		expect(warned).toHaveLength(3);
	});

	it('is listed without its key, in its place alone', async () => {
		const { repositories } = opened();
		await repositories.credentials.put(credential());
		const { key: _key, ...rest } = credential();
		expect(await repositories.credentials.list('slack:T1')).toEqual([rest]);
		expect(await repositories.credentials.list('slack:T2')).toEqual([]);
		await repositories.credentials.remove('slack:T2', rest.id);
		expect(await repositories.credentials.list('slack:T1')).toEqual([rest]);
		await repositories.credentials.remove('slack:T1', rest.id);
		expect(await repositories.credentials.list('slack:T1')).toEqual([]);
	});

	it('of one place is not replaced by one of the same id in another', async () => {
		const { repositories } = opened();
		await repositories.credentials.put(credential());
		await expect(repositories.credentials.put(credential({ place: 'slack:T2' }))).rejects.toThrow('another place');
		expect(await repositories.credentials.for('slack:T1', named.address)).toEqual(credential());
	});

	it.each(['../slack-T1', 'c-1', 'C-000000000001', 'c-000000000001.json'])('named %j is none', async (id) => {
		const { repositories } = opened();
		await repositories.put(repository({ credential: id }));
		expect(await repositories.access('slack:T1', named.id)).toMatchObject({ lacks: expect.any(String) });
	});
});

const places = fc.constantFrom('slack:T1', 'slack:T2', 'discord:1', 'local');
const paths = fc.constantFrom('acme/app', 'acme/web', 'Acme/App');
const hosts = fc.constantFrom('git.example.org', 'example.org');
const ids = fc.constantFrom('000000000001', '000000000002', '000000000003');
const aRepository = fc
	.record({ place: places, path: paths, host: hosts, id: ids, named: fc.option(ids), ssh: fc.boolean() })
	.map(({ place, path, host, id, named, ssh }) =>
		repository({
			...{ id: `r-${id}`, place, name: path, address: { scheme: ssh ? 'ssh' : 'https', host, path } },
			...(named !== null && { credential: `c-${named}` }),
		}),
	);
const aCredential = fc
	.record({
		place: places,
		host: hosts,
		id: ids,
		repositories: fc.array(paths, { minLength: 1, maxLength: 2 }),
		ssh: fc.boolean(),
	})
	.map(({ place, host, id, repositories, ssh }) =>
		credential({
			...{ id: `c-${id}`, place, host, repositories },
			// The key tells whose it is.
			key: ssh ? { kind: 'ssh-key', privateKey: place, knownHosts: 'h' } : { kind: 'token', token: place },
		}),
	);
type Deed =
	| { readonly do: 'open'; readonly repository: Repository }
	| { readonly do: 'close'; readonly place: string; readonly name: string }
	| { readonly do: 'keep'; readonly credential: Credential }
	| { readonly do: 'drop'; readonly place: string; readonly id: string };
const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
	fc.oneof<fc.Arbitrary<Deed>[]>(
		aRepository.map((one) => ({ do: 'open', repository: one })),
		fc.record({ do: fc.constant('close'), place: places, name: paths }),
		aCredential.map((one) => ({ do: 'keep', credential: one })),
		fc.record({ do: fc.constant('drop'), place: places, id: ids.map((id) => `c-${id}`) }),
	),
	{ maxLength: 25 },
);

it('whatever places do, none sees, changes or uses what another one has', async () => {
	await fc.assert(
		fc.asyncProperty(deeds, async (given) => {
			const { repositories } = opened();
			const snapshot = async (place: string) =>
				JSON.stringify([await repositories.list(place), await repositories.credentials.list(place)]);
			const all = ['slack:T1', 'slack:T2', 'discord:1', 'local'];
			for (const deed of given) {
				const whose = placeOf(deed);
				const others = all.filter((place) => place !== whose);
				const before = await Promise.all(others.map(snapshot));
				await does(deed, repositories).catch(() => undefined);
				expect(await Promise.all(others.map(snapshot))).toEqual(before);
			}
			for (const place of all) await onlyItsOwn(place, repositories);
		}),
		{ numRuns: 150 },
	);
});

type Opened = ReturnType<typeof opened>['repositories'];

function placeOf(deed: Deed): string {
	if (deed.do === 'open') return deed.repository.place;
	return deed.do === 'keep' ? deed.credential.place : deed.place;
}

async function does(deed: Deed, repositories: Opened): Promise<void> {
	if (deed.do === 'open') await repositories.put(deed.repository);
	else if (deed.do === 'close') await repositories.remove(deed.place, deed.name);
	else if (deed.do === 'keep') await repositories.credentials.put(deed.credential);
	else await repositories.credentials.remove(deed.place, deed.id);
}

async function onlyItsOwn(place: string, repositories: Opened): Promise<void> {
	const names = (await repositories.list(place)).map((one) => one.name);
	expect(new Set(names).size).toBe(names.length);
	for (const id of ['r-000000000001', 'r-000000000002', 'r-000000000003']) {
		const access = await repositories.access(place, id);
		if (access === undefined) continue;
		const { repository: one, credential: used } = access;
		expect(one.place).toBe(place);
		if (used === undefined) continue;
		const key = used.key.kind === 'token' ? used.key.token : used.key.kind === 'ssh-key' && used.key.privateKey;
		expect([used.place, key, used.host]).toEqual([place, place, one.address.host]);
		expect(used.repositories).toContain(one.address.path);
	}
}
