import { open } from 'node:fs/promises';
import { codeOf, messageOf, ProblemError } from '../../../base/errors.ts';
import type { Desk } from '../../../setup/desk.ts';

/** Keys are a few kilobytes. */
const mostBytes = 64 * 1_024;

/** Where a key is read from: never an argument, which every process of this machine can read, and never a variable of the environment. */
export interface KeySource {
	/** Somebody types here; undefined: standard input is no terminal. */
	readonly desk: Desk | undefined;
	readonly input: AsyncIterable<Uint8Array | string>;
}

/** The text of a key. Rejects with a `ProblemError`. */
export async function readKey(file: string | undefined, isLong: boolean, { desk, input }: KeySource): Promise<string> {
	if (file !== undefined) return await readSmall(file);
	if (desk === undefined) return await readAll(input);
	return isLong ? await askLines(desk) : await desk.askSecret('Token (it is not shown): ');
}

/** A small regular file, as text. Rejects with a `ProblemError` that names it. */
export async function readSmall(path: string): Promise<string> {
	try {
		await using file = await open(path, 'r');
		const stats = await file.stat();
		if (!stats.isFile() || stats.size > mostBytes) throw new Error('it is no regular file of at most 64 KB');
		return await file.readFile('utf8');
	} catch (error) {
		throw unreadable(path, error);
	}
}

function unreadable(path: string, cause: unknown): ProblemError {
	const why = { ENOENT: 'it is not there', EACCES: 'it may not be read by this user' }[codeOf(cause) ?? ''];
	const mend = 'Name another one, or hand it to standard input: threadsmith credentials add … < key';
	return new ProblemError(`Cannot read "${path}": ${why ?? messageOf(cause)}`, mend, { cause });
}

async function readAll(input: KeySource['input']): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of input) {
		chunks.push(Buffer.from(chunk));
		bytes += chunk.length;
		if (bytes > mostBytes) throw new ProblemError('What came on standard input is no key', 'Hand in the key alone');
	}
	return Buffer.concat(chunks).toString('utf8');
}

const noPem =
	'That is not how a private key begins (-----BEGIN …). It is read up to a line that begins with -----END; Ctrl-C ends it.';

/** As many lines as a PEM has. */
async function askLines(desk: Desk): Promise<string> {
	const lines: string[] = [];
	let size = 0;
	while (size < mostBytes && !/^-----END /.test(lines.at(-1) ?? '')) {
		const line = await desk.askSecret(
			lines.length === 0 ? 'Paste the private key, with its first and last line (it is not shown): ' : '',
		);
		// The rest of a paste must not reach the shell: it is read to its end, whatever it is.
		if (lines.every((one) => one === '') && !/^(?:-----BEGIN |$)/.test(line)) desk.say(noPem);
		lines.push(line);
		size += line.length + 1;
	}
	return `${lines.join('\n')}\n`;
}
