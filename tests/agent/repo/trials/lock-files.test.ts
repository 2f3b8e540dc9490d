import { expect, it } from 'vitest';
import { layerKey } from '../../../../src/agent/repo/trials/layer-key.ts';
import { differing, isLockFile, packageFilesIn, setUpFilesOf } from '../../../../src/agent/repo/trials/lock-files.ts';
import { folderName } from '../../../../src/agent/repo/trials/trial-lab.ts';
import { repositorySchema } from '../../../../src/git/repository.ts';

it.each([
	['package-lock.json', true],
	['web/pnpm-lock.yaml', true],
	['requirements.txt', true],
	['requirements-dev.txt', true],
	['go.sum', true],
	['api/requirements/dev.txt', true],
	['constraints.txt', false],
	['environment.yml', false],
	['bun.lockb', true],
	['requirements/README.md', false],
	['vendor/x/requirements/dev.txt', false],
	['docs/my-requirements/dev.txt', false],
	['package.json', false],
	['node_modules/x/package-lock.json', false],
	['vendor/x/go.sum', false],
	['my-requirements.txt', false],
])('%s is a lock file: %s', (path, is) => expect(isLockFile(path)).toBe(is));

it('lock files are found in what git lists, whatever their paths hold', () => {
	const id = 'a'.repeat(40);
	const listing = [
		`100644 blob ${id}\tpackage-lock.json`,
		`120000 blob ${id}\tweb/yarn.lock`,
		`160000 commit ${id}\tgo.sum`,
		`100644 blob ${id}\todd\nname/uv.lock`,
		`100644 blob ${id}\tREADME.md`,
		`100644 blob ${id}\tweb/package.json`,
		`100644 blob ${id}\tnode_modules/x/package.json`,
		'garbage',
		'',
	].join('\0');
	const locks = ['package-lock.json', 'web/yarn.lock', 'odd\nname/uv.lock'];
	expect([...packageFilesIn(listing).keys()]).toEqual([...locks, 'web/package.json']);
});

it('a set-up goes by manifests, too, where there is any lock file', () => {
	const [lock, manifest] = [['web/yarn.lock', '1'] as const, ['api/pyproject.toml', '1'] as const];
	const conda = ['environment.yml', 'constraints.txt'].map((path) => `100644 blob ${'b'.repeat(40)}\t${path}`);
	expect(setUpFilesOf(packageFilesIn(conda.join('\0'))).size).toBe(0);
	expect(packageFilesIn(conda.join('\0')).size).toBe(2);
	expect([...setUpFilesOf(new Map([lock, manifest])).keys()]).toEqual(['web/yarn.lock', 'api/pyproject.toml']);
	expect(setUpFilesOf(new Map([manifest])).size).toBe(0);
});

it('files that tell packages differ where one is new, gone, or holds something else', () => {
	const base = new Map(Object.entries({ 'package.json': '1', 'go.mod': '1', 'uv.lock': '1' }));
	const next = new Map(Object.entries({ 'package.json': '2', 'uv.lock': '1', 'Cargo.toml': '1' }));
	expect(differing(base, next)).toEqual(['Cargo.toml', 'go.mod', 'package.json']);
	expect(differing(base, new Map(base))).toEqual([]);
});

const repository = repositorySchema.parse({
	...{ id: 'r-0123456789ab', place: 'local', name: 'acme/app', channels: ['*'], codeHost: 'none' },
	address: { scheme: 'https', host: 'git.example.org', path: 'acme/app' },
	wishes: { setup: 'npm ci', indexes: ['npm', 'pypi'] },
});
const parts = {
	at: { repository, commit: '1', tip: true as const },
	files: new Map([
		['a', '1'],
		['b', '2'],
	]),
	image: 'i',
};
const changed = (wishes: object) => ({
	...parts,
	at: { repository: { ...repository, wishes: { ...repository.wishes, ...wishes } }, commit: '1', tip: true as const },
});

it('a layer is named by all that its set-up goes by, and by nothing else', () => {
	const key = layerKey(parts);
	expect(key).toMatch(/^[0-9a-f]{64}$/);
	const same = [
		{ ...parts, at: { repository, commit: '2', tip: true as const } },
		{
			...parts,
			files: new Map([
				['b', '2'],
				['a', '1'],
			]),
		},
		changed({ indexes: ['pypi', 'npm'], test: 'x', draft: false, follow: [] }),
	];
	const others = [
		{ ...parts, image: 'j' },
		// Of anybody's fork, perhaps: its lock files may be those of the branch, and nothing else
		{ ...parts, at: { repository, commit: '3' } },
		{ ...parts, at: { repository, commit: '4' } },
		{ ...parts, files: new Map([['a', '1']]) },
		{ ...parts, files: new Map<string, string>() },
		{ ...parts, files: new Map<string, string>(), at: { repository, commit: '2', tip: true as const } },
		{ ...parts, at: { repository: { ...repository, id: 'r-ffffffffffff' }, commit: '1', tip: true as const } },
		changed({ setup: 'npm ci ' }),
		changed({ indexes: ['npm'] }),
		changed({ follow: [{ url: 'https://git.example.org/acme/lib' }] }),
	];
	expect(same.map(layerKey)).toEqual([key, key, key]);
	expect(new Set([key, ...others.map(layerKey)]).size).toBe(others.length + 1);
});

it.each([
	['acme/app', 'app'],
	['app', 'app'],
	['acme/..', 'repository'],
	['acme/', 'repository'],
	['acme/a b', 'repository'],
	['acme/x.git', 'repository'],
])('%s lies in a folder named %s', (name, folder) => expect(folderName(name)).toBe(folder));
