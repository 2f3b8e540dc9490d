import { createHash, createHmac } from 'node:crypto';
import { ProblemError } from '../../../base/errors.ts';

/** A server's key: its type and its bytes in base 64. */
export interface HostKey {
	readonly type: string;
	readonly key: string;
}

/** A host as `known_hosts` names it: `[host]:port` for a port that is not ssh's own (sshd(8)). Pure. */
export function sshName(host: string): string {
	const [, name = host, port = '22'] = /^(.+?)(?::(\d+))?$/.exec(host) ?? [];
	const bare = name.replace(/^\[|\]$/g, '');
	return port === '22' ? bare : `[${bare}]:${port}`;
}

const line = /^(?!@)(\S+)\s+(ssh-\S+|ecdsa-\S+|sk-\S+)\s+([A-Za-z0-9+/]{40,4000}={0,2})(?:\s|$)/;
const mostBytes = 1 << 20;

/** The keys that the text of a `known_hosts` has for a host, hashed names included; marked lines and patterns are passed over. Pure. */
export function hostKeysIn(text: string, host: string): readonly HostKey[] {
	const name = sshName(host);
	return text
		.slice(0, mostBytes)
		.split('\n')
		.flatMap((one) => {
			const [, names = '', type = '', key = ''] = line.exec(one.trim()) ?? [];
			return names !== '' && isNamed(names, name) ? [{ type, key }] : [];
		});
}

function isNamed(names: string, name: string): boolean {
	const [, salt, hash] = /^\|1\|([A-Za-z0-9+/=]+)\|([A-Za-z0-9+/=]+)$/.exec(names) ?? [];
	if (salt === undefined) return names.toLowerCase().split(',').includes(name);
	return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}

/** Lines of `known_hosts` for one host. Pure. */
export function knownHostsText(host: string, keys: readonly HostKey[]): string {
	return keys.map(({ type, key }) => `${sshName(host)} ${type} ${key}\n`).join('');
}

/** As `ssh-keygen -l` tells it. Pure. */
export function fingerprint({ type, key }: HostKey): string {
	const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64');
	return `${type} SHA256:${digest.replace(/=+$/, '')}`;
}

export function noHostKey(host: string): ProblemError {
	return new ProblemError(
		`There is no key of ${host} in what was given`,
		`Give --known-hosts <file> with a line for "${sshName(host)}", as its operator publishes it`,
	);
}
