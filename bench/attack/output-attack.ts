import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collected } from '../../src/sandbox/sandbox.ts';
import { type Attack, got, refused, type Try } from './attack.ts';
import { type Border, openBorder, secret, trusting } from './range/border.ts';
import type { Range } from './range/range.ts';
import { scriptOf } from './range/script.ts';

/** One attack by what lies in `/outputs`. */
export interface OutputRow {
	readonly name: string;
	readonly tried: string;
	readonly holds: string;
	/** Python, run by a command: puts something into /outputs. `SECRET` is the path of a file of the host. */
	readonly make: string;
	/** Whether it came to anything, by what was collected. */
	readonly worked: (border: Border, collected: Collected) => Promise<Try>;
	/** The same by code that trusts what it finds, in `/outputs` as it is mounted. */
	readonly naive: (outputs: string) => Promise<Try>;
	readonly pace?: Attack['pace'];
	readonly hostKernelOnly?: string;
}

export function outputAttack({ make, worked, naive: _, pace = 'slow', ...row }: OutputRow): Attack {
	return {
		...row,
		pace,
		async run(range) {
			const border = await openBorder(range);
			await writeFile(border.secretFile, secret);
			const said = await runMake(range, make.replaceAll('SECRET', border.secretFile));
			if (!said.includes('MADE')) throw new Error(`it could not be made: ${said.slice(0, 300)}`);
			const start = performance.now();
			const collected = await border.collect();
			const seconds = (performance.now() - start) / 1000;
			const attack = seconds > 20 ? got(`it took ${seconds.toFixed(0)} s`) : await worked(border, collected);
			const control = await trusting(range, row.name, border.outputs);
			await openBorder(range);
			return { attack, control };
		},
	};
}

async function runMake(range: Range, make: string): Promise<string> {
	const script = scriptOf(`os.chdir("/outputs")\n${make}\nprint("MADE")`);
	const sandbox = await range.sandbox();
	await sandbox.call({ tool: 'write_file', args: { path: '/workspace/.make.py', content: script } }, range);
	return (await sandbox.call({ tool: 'bash', args: { command: 'python3 -I /workspace/.make.py' } }, range)).text;
}

/** A file of the host in what was collected. */
export async function hasSecret({ copies }: Border, { artifacts, refused: kept }: Collected): Promise<Try> {
	for (const { name } of artifacts) {
		if ((await readFile(join(copies, name), 'utf8')).includes(secret)) return got(`it stands in "${name}"`);
	}
	return refused(kept.map(({ reason }) => reason).join(', ') || 'nothing was collected');
}

/** Reads all files by their paths, as many would. */
export async function readsSecret(outputs: string): Promise<Try> {
	for (const name of await readdir(outputs, { recursive: true })) {
		const text = await readFile(join(outputs, name), 'utf8').catch(() => '');
		if (text.includes(secret)) return got(`the secret stands in "${name}"`);
	}
	// A link to a folder is not walked into; its files are
	const linked = await readFile(join(outputs, 'folder', 'secret.txt'), 'utf8').catch(() => '');
	return linked.includes(secret) ? got('the secret stands in "folder"') : refused('not read');
}

export const nothingOf = async (_: Border, { artifacts, refused: kept }: Collected): Promise<Try> =>
	artifacts.length === 0 ? refused(kept.at(0)?.reason ?? 'not seen') : got(`"${artifacts[0]?.name}" was taken`);

/** Opens it as a file, with a second's patience. */
export function hangs(outputs: string, name: string): Promise<Try> {
	const { promise, resolve } = Promise.withResolvers<Try>();
	execFile('timeout', ['1', 'cat', join(outputs, name)], (error) => {
		resolve(error ? got(`it failed or hung (${error.code})`) : refused('read'));
	});
	return promise;
}

export async function naiveSize(outputs: string): Promise<Try> {
	const sizes = await Promise.all((await readdir(outputs)).map((name) => stat(join(outputs, name))));
	const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
	return bytes > 200e6 ? got(`${(bytes / 1e6).toFixed(0)} MB would be copied`) : refused('small');
}

export async function takenBytes(_: Border, { artifacts, refused: kept }: Collected): Promise<Try> {
	const bytes = artifacts.reduce((sum, { size }) => sum + size, 0);
	return bytes > 200e6 ? got(`${bytes} bytes`) : refused(kept.at(0)?.reason ?? `${bytes} bytes`);
}

/** Control characters and those that turn the direction (https://unicode.org/reports/tr9/#Directional_Formatting_Codes). */
const unsafe = /\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffd]|^-|(^|\/)\.\.(\/|$)/u;

export async function unsafeNames(_: Border, { artifacts }: Collected): Promise<Try> {
	const bad = artifacts.find(({ name }) => unsafe.test(name) || Buffer.byteLength(name) > 1000);
	return bad ? got(JSON.stringify(bad.name)) : refused(`${artifacts.length} files under safe names`);
}

export async function naiveNames(outputs: string): Promise<Try> {
	const bad = (await readdir(outputs)).find((name) => unsafe.test(name));
	return bad === undefined ? refused('safe') : got(JSON.stringify(bad));
}
