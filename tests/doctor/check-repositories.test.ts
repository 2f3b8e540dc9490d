import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProblemError } from '../../src/base/errors.ts';
import { loadConfig } from '../../src/config/config.ts';
import { checkRepositories } from '../../src/doctor/check-repositories.ts';
import type { Isolation } from '../../src/git/host/isolation.ts';
import { createCredentialFiles } from '../../src/git/repos/credential-files.ts';
import { openSecrets } from '../../src/store/files/secret-files.ts';
import { credential } from '../support/repos/samples.ts';
import { tempDir } from '../support/temp-dir.ts';

const walled: Isolation = { version: '2.50.1', networkWalled: true, offline: [], online: [] };
const noGit = () =>
	Promise.reject(new ProblemError('Cannot work with repositories: git is not installed', 'Install it'));

it('tells git’s version, and whether it has a network where it handles what others wrote', async () => {
	await using dir = await tempDir();
	const config = loadConfig({ THREADSMITH_HOME: dir.path });
	expect(await checkRepositories(config, async () => walled)).toEqual([
		{ name: 'git', value: '2.50.1, without network where it handles what others wrote', met: true },
	]);
	const [open] = await checkRepositories(config, async () => ({ ...walled, networkWalled: false }));
	expect(open?.value).toContain('its settings alone keep it from the network');
});

it('remarks on a git of before the fixes that matter to it, and on no other', async () => {
	await using dir = await tempDir();
	const config = loadConfig({ THREADSMITH_HOME: dir.path });
	const [old] = await checkRepositories(config, async () => ({ ...walled, version: '2.39.5' }));
	expect(old).toMatchObject({
		met: true,
		value: expect.stringContaining('; as released it has holes towards servers'),
	});
});

it('misses git only where a credential waits for it', async () => {
	await using dir = await tempDir();
	const config = loadConfig({ THREADSMITH_HOME: dir.path });
	expect(await checkRepositories(config, noGit)).toMatchObject([{ name: 'git', met: true, mend: 'Install it' }]);
	await createCredentialFiles(openSecrets(join(dir.path, 'secrets'))).write(credential());
	expect(await checkRepositories(config, noGit)).toMatchObject([{ name: 'git', met: false }, { name: 'credentials' }]);
});

it('names the hosts of credentials, those that others can read, and damaged ones; never a key', async () => {
	await using dir = await tempDir();
	const config = loadConfig({ THREADSMITH_HOME: dir.path });
	const files = createCredentialFiles(openSecrets(join(dir.path, 'secrets')));
	await files.write(credential());
	await files.write(credential({ id: 'c-000000000002', host: 'a.example.org' }));
	const row = async () => (await checkRepositories(config, async () => walled))[1];
	expect(await row()).toEqual({ name: 'credentials', value: '2, for a.example.org, git.example.org', met: true });
	const file = join(dir.path, 'secrets', 'git.c-000000000002.json');
	await chmod(file, 0o640);
	expect(await row()).toMatchObject({ met: false, value: 'others of this machine can get at c-000000000002' });
	await writeFile(file, '{"key":"hush');
	expect(await row()).toMatchObject({ met: false, value: 'damaged and not used: c-000000000002' });
});

it('looks into the certificates for private hosts', async () => {
	await using dir = await tempDir();
	const file = join(dir.path, 'ca.pem');
	const config = loadConfig({ THREADSMITH_HOME: dir.path, GIT_CA_FILE: file, GIT_PRIVATE_HOSTS: 'Git.Internal:3000' });
	const rows = async () => (await checkRepositories(config, async () => walled)).slice(1);
	expect(await rows()).toMatchObject([
		{ name: 'private hosts', value: 'git.internal:3000' },
		{ met: false, value: `"${file}" cannot be read (ENOENT)` },
	]);
	await writeFile(file, 'nothing');
	expect(await rows()).toMatchObject([{}, { met: false, value: `"${file}" has no certificate in PEM` }]);
	await writeFile(file, '-----BEGIN CERTIFICATE-----\nx\n');
	expect(await rows()).toMatchObject([{}, { met: true, value: `1 in "${file}"` }]);
});

it('tells how much the copies of repositories take, and when that is more than they may', async () => {
	await using dir = await tempDir();
	const row = async (most: string) => {
		const config = loadConfig({ THREADSMITH_HOME: dir.path, GIT_MIRRORS_BYTES: most });
		return (await checkRepositories(config, async () => walled))[1];
	};
	expect(await row('20 GB')).toBeUndefined();
	for (const id of ['r-000000000001', 'r-000000000002']) {
		const packs = join(dir.path, 'repos', `${id}.git`, 'objects', 'pack');
		await mkdir(packs, { recursive: true });
		await writeFile(join(packs, 'pack-1.pack'), 'x'.repeat(1_048_576));
	}
	const name = 'copies of repositories';
	expect(await row('20 GB')).toEqual({ name, value: '2, 2 MB of at most 20 GB', met: true });
	expect(await row('1 MB')).toMatchObject({ name, value: '2, 2 MB of at most 1 MB', met: false });
});
