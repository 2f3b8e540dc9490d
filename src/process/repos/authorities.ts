import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { ProblemError } from '../../base/errors.ts';

/** Certificates of authorities that the operator has named. */
export interface Authorities {
	/** In PEM: they alone. */
	readonly text: string;
	/** They, and those that are known anyway: a git that is told of a file may go by nothing else (http.sslCAInfo in git-config(1), CURLOPT_CAINFO(3)). */
	readonly file: string;
}

/** Writes them into `folder`. Rejects with `ProblemError` where the file cannot be read. */
export async function authoritiesOf(named: string, folder: string): Promise<Authorities> {
	const text = await certificatesIn(named);
	const file = join(folder, 'authorities.pem');
	const all = new Set([...getCACertificates('default'), ...getCACertificates('system'), text]);
	await writeFile(file, [...all].map((one) => `${one.trimEnd()}\n`).join(''), { mode: 0o600 });
	return { text, file };
}

async function certificatesIn(file: string): Promise<string> {
	return await readFile(file, 'utf8').catch((cause: unknown) => {
		const mend = 'Set GIT_CA_FILE to a file of certificates in PEM, which the bot may read';
		throw new ProblemError(`Cannot read the certificates of "${file}"`, mend, { cause, file });
	});
}
