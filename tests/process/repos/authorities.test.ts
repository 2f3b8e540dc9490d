import { X509Certificate } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { makeCertificates } from '../../../src/demo/git-server/certificate.ts';
import { authoritiesOf } from '../../../src/process/repos/authorities.ts';
import { tempDir } from '../../support/temp-dir.ts';

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

it('authorities of a file are known beside those that are known anyway', async () => {
	await using dir = await tempDir();
	const own = makeCertificates(['git.example.org'], Date.now()).authority.cert;
	const named = join(dir.path, 'own.pem');
	await writeFile(named, own);
	const { text, file } = await authoritiesOf(named, dir.path);
	expect(text).toBe(own);
	const all = (await readFile(file, 'utf8')).match(pem)?.map((one) => new X509Certificate(one).fingerprint256) ?? [];
	for (const one of [own, ...getCACertificates('default')])
		expect(all).toContain(new X509Certificate(one).fingerprint256);
	expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('a file that is not there is a problem that the operator mends', async () => {
	await using dir = await tempDir();
	await expect(authoritiesOf(join(dir.path, 'none'), dir.path)).rejects.toMatchObject({ name: 'ProblemError' });
});
