import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ProblemError } from '../../../base/errors.ts';
import { type CredentialFiles, createCredentialFiles } from '../../../git/repos/credential-files.ts';
import type { Credential } from '../../../git/repository.ts';
import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import { makeHome } from '../../../store/files/make-home.ts';
import { openSecrets } from '../../../store/files/secret-files.ts';
import { checkedAppKey, checkedSshKey, checkedToken } from './check-key.ts';
import { type AddFlags, type CredentialsRequest, type Purpose, purposeOf } from './credential-request.ts';
import { fingerprint, type HostKey, hostKeysIn, knownHostsText, noHostKey, sshName } from './known-hosts.ts';
import { type KeySource, readKey, readSmall } from './read-key.ts';

export interface CredentialsOptions extends KeySource {
	/** The data folder. A bot may be running on it: it reads credentials anew at each use. */
	readonly home: string;
	/** Standard output. */
	readonly write: (text: string) => void;
	/** Asks a server for its keys; rejects with a `ProblemError`. */
	readonly scan: (host: string) => Promise<readonly HostKey[]>;
}

/** `threadsmith credentials …`. Resolves with the exit code; rejects with a `ProblemError`. No key is ever written. */
export async function runCredentials(request: CredentialsRequest, options: CredentialsOptions): Promise<number> {
	const files = createCredentialFiles(openSecrets(join(options.home, 'secrets')));
	options.write(sanitise(await textOf(request, files, options)));
	return 0;
}

async function textOf(
	request: CredentialsRequest,
	files: CredentialFiles,
	options: CredentialsOptions,
): Promise<string> {
	if (request.action === 'list') return await listText(files);
	if (request.action === 'add') return await add(request, files, options);
	const known = await files.read(request.id);
	if (known === undefined)
		throw new ProblemError(
			`There is no credential "${request.id}"`,
			'threadsmith credentials list names those there are',
		);
	await files.remove(request.id);
	return `Removed ${request.id}: repositories that name it are not reached any more\n`;
}

async function listText(files: CredentialFiles): Promise<string> {
	const { sound, damaged } = await files.all();
	const lines = [
		...sound.map(lineOf),
		...damaged.map((id) => `${id}  is damaged and not used: remove it, and add it again`),
	];
	return lines.length === 0 ? 'There is no credential\n' : lines.map((line) => `${line}\n`).join('');
}

function lineOf({ id, place, host, key, repositories }: Credential): string {
	return `${id}  ${place}  ${host}  ${key.kind}  ${repositories.join(',')}`;
}

async function add(flags: AddFlags, files: CredentialFiles, options: CredentialsOptions): Promise<string> {
	const purpose = purposeOf(flags);
	const key = await keyOf(flags, purpose, options);
	const { place, host, repositories } = purpose;
	const former = (await files.all()).sound.find((one) => isAlike(one, purpose));
	const id = former?.id ?? `c-${randomBytes(6).toString('hex')}`;
	await makeHome(options.home);
	await files.write({ id, place, host, repositories: [...repositories], key });
	const scheme = purpose.kind === 'ssh-key' ? 'ssh://git@' : 'https://';
	const next = `An admin there opens one: /repo add ${scheme}${host}/${repositories[0]} --credential ${id}`;
	const whose = `for ${repositories.join(', ')} on ${host}, in ${place} alone`;
	return former ? `Replaced the key of ${id}, ${whose}\n` : `Kept ${id} ${whose}\n${next}\n`;
}

/** One for just that is renewed: repositories go on naming it. */
function isAlike({ place, host, repositories, key }: Credential, purpose: Purpose): boolean {
	const sorted = (paths: readonly string[]) => paths.toSorted().join(',');
	const isFor = place === purpose.place && host === purpose.host && key.kind === purpose.kind;
	return isFor && sorted(repositories) === sorted(purpose.repositories);
}

async function keyOf(
	{ file, login, app = '', installation, knownHosts }: AddFlags,
	{ kind, host }: Purpose,
	options: CredentialsOptions,
): Promise<Credential['key']> {
	if (kind === 'ssh-key') {
		const hosts = await knownHostsOf(host, knownHosts, options);
		return { kind, privateKey: checkedSshKey(await readKey(file, true, options)), knownHosts: hosts };
	}
	const text = await readKey(file, kind === 'github-app', options);
	if (kind === 'token') return { kind, token: checkedToken(text), ...(login !== undefined && { login }) };
	return { kind, app, privateKey: checkedAppKey(text), ...(installation !== undefined && { installation }) };
}

async function knownHostsOf(
	host: string,
	file: string | undefined,
	{ desk, scan }: CredentialsOptions,
): Promise<string> {
	if (file !== undefined) {
		const keys = hostKeysIn(await readSmall(file), host);
		if (keys.length === 0) throw noHostKey(host);
		return knownHostsText(host, keys);
	}
	if (desk === undefined)
		throw new ProblemError(
			`Nobody is here to confirm the keys of ${host}`,
			`Give --known-hosts <file> with a line for "${sshName(host)}"`,
		);
	const keys = await scan(host);
	desk.say(`${host} shows these keys. Compare them with what its operator publishes:`);
	for (const key of keys) desk.say(`  ${fingerprint(key)}`);
	const answer = await desk.ask('Are they its keys? Type yes: ');
	if (/^yes[.!]?$/i.test(answer)) return knownHostsText(host, keys);
	throw new ProblemError(`The keys of ${host} were not confirmed`, 'Nothing was kept');
}
