import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ProblemError } from '../../../base/errors.ts';
import { type HostKey, hostKeysIn, noHostKey, sshName } from './known-hosts.ts';

/**
 * The keys that a server shows. Nobody vouches for them: whoever stands between shows others, so a person has to compare their fingerprints. Rejects with
 * a `ProblemError`.
 */
export async function scanHost(host: string, signal: AbortSignal): Promise<readonly HostKey[]> {
	const [, name = '', port = '22'] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(host) ?? [];
	try {
		// A host begins with no dash.
		const { stdout } = await promisify(execFile)('ssh-keyscan', ['-T', '10', '-p', port, name], {
			...{ signal, timeout: 30_000, maxBuffer: 1 << 20 },
		});
		const keys = hostKeysIn(stdout, host);
		if (keys.length > 0) return keys;
	} catch (error) {
		signal.throwIfAborted();
		throw notScanned(host, error);
	}
	throw noHostKey(host);
}

function notScanned(host: string, cause: unknown): ProblemError {
	const mend = `Give --known-hosts <file> with a line for "${sshName(host)}"`;
	return new ProblemError(`The keys of ${host} cannot be asked for by ssh-keyscan`, mend, { cause });
}
