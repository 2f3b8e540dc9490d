import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectArtifacts } from '../../../src/sandbox/files/collect.ts';
import { walkOutputs } from '../../../src/sandbox/files/fd-walk.ts';
import { defaultFileLimits } from '../../../src/sandbox/files/limits.ts';
import { tempDir } from '../../support/temp-dir.ts';

const secret = 'SECRET OF THE HOST';
const lanes = 4;
/** A naive reader leaks in one of ten; `npm run race` tries four times as often. */
const collections = process.env['RACE_LONG'] === undefined ? 2_500 : 10_000;
const naiveTries = 2_000_000;
const never = new AbortController().signal;

interface Attack extends AsyncDisposable {
	readonly source: string;
	readonly target: string;
}

/** A process of its own that swaps files of `source` for links to the secret until this is disposed. */
async function attack(): Promise<Attack> {
	const dir = await tempDir();
	const [source, secrets] = [join(dir.path, 'outputs'), join(dir.path, 'secrets')];
	for (const folder of [source, secrets]) mkdirSync(folder);
	writeFileSync(join(secrets, 'secret.txt'), secret);
	const script = join(import.meta.dirname, 'swap-forever.mjs');
	const child = spawn(process.execPath, [script, source, secrets], { stdio: ['ignore', 'pipe', 'inherit'] });
	await once(child.stdout, 'data');
	return {
		source,
		target: join(dir.path, 'host'),
		async [Symbol.asyncDispose]() {
			child.kill('SIGKILL');
			await once(child, 'exit');
			await dir[Symbol.asyncDispose]();
		},
	};
}

/** What many would write: look whether it is a file, then read it. */
function readNaively(path: string): string | undefined {
	try {
		return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
	} catch {
		return undefined;
	}
}

function naiveLeaks(path: string): boolean {
	for (let tries = 0; tries < naiveTries; tries += 1) if (readNaively(path) === secret) return true;
	return false;
}

interface Seen {
	files: number;
	inFolder: number;
	refused: number;
	leaks: number;
}

async function collectAgain({ source, target }: Attack, lane: number, seen: Seen): Promise<void> {
	for (let count = 0; count < collections / lanes; count += 1) {
		const copies = join(target, String(lane));
		const { artifacts, refused } = await collectArtifacts(
			walkOutputs(source),
			copies,
			new Map(),
			defaultFileLimits,
			never,
		);
		const contents = await Promise.all(artifacts.map(({ name }) => readFile(join(copies, name), 'utf8')));
		seen.leaks += contents.filter((content) => content.includes(secret)).length;
		seen.files += artifacts.filter(({ name }) => name === 'file.txt').length;
		seen.inFolder += artifacts.filter(({ name }) => name === 'sub/secret.txt').length;
		seen.refused += refused.length;
	}
}

describe('collectArtifacts, raced by a process that swaps files and folders for links', () => {
	it('hands back what is inside, never what the links lead to', { timeout: 300_000 }, async () => {
		await using race = await attack();
		expect(naiveLeaks(join(race.source, 'file.txt')), 'the race on the file is live').toBe(true);
		expect(naiveLeaks(join(race.source, 'sub', 'secret.txt')), 'the race on the folder is live').toBe(true);
		const seen: Seen = { files: 0, inFolder: 0, refused: 0, leaks: 0 };
		const each = Array.from({ length: lanes }, (_, lane) => collectAgain(race, lane, seen));
		await Promise.all(each);
		expect(seen.leaks).toBe(0);
		expect(seen.files, 'files were met').toBeGreaterThan(100);
		expect(seen.inFolder, 'folders were met').toBeGreaterThan(100);
		expect(seen.refused, 'links were met').toBeGreaterThan(100);
	});
});
