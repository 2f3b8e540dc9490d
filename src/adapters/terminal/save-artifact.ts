import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import type { FileContent } from '../present/artifact-content.ts';
import { readChunks } from './input/read-chunks.ts';
import { cleanLine } from './render/clean-text.ts';

export interface ArtifactFile {
	readonly name: string;
	readonly sha256: string;
	readonly content: FileContent;
}

/** Copying on one machine is short: it is not interrupted. */
const never = new AbortController().signal;

/** A name is tried with `-2`, `-3` … up to this. */
const maxTries = 1000;

/**
 * Copies an artifact into `dir` under its own name, or under `name-2.png` and so on where another file has that name; resolves with
 * the path. A file with the same content under that name is taken as the copy. Appears whole or not at all; rejects with the
 * system's error, or when the content is not what `sha256` says.
 */
export async function saveArtifact(artifact: ArtifactFile, dir: string): Promise<string> {
	const target = join(dir, safeName(artifact.name));
	await mkdir(dirname(target), { recursive: true });
	const temp = join(dirname(target), `.${randomUUID()}.part`);
	try {
		const hash = await copyHashed(chunksOf(artifact.content), temp);
		if (hash !== artifact.sha256) throw new Error('it has changed since it was collected');
		return await placeUnique(temp, target, hash);
	} finally {
		await rm(temp, { force: true });
	}
}

/** A relative path without anything that would lead out of the folder, hide the file or confuse a terminal. */
export function safeName(name: string): string {
	const parts = name
		.split(/[/\\]/)
		.map((part) => cleanLine(part).replace(/^\.+/, ''))
		.filter((part) => part !== '')
		.map(cutName);
	return parts.length === 0 ? 'artifact' : parts.join('/');
}

/** File systems allow 255 bytes; the rest is room for `-2` and the like. */
function cutName(part: string): string {
	if (Buffer.byteLength(part) <= 200) return part;
	const { name, ext } = parse(part);
	const room = 200 - Math.min(20, Buffer.byteLength(ext));
	const cut = Buffer.from(name)
		.subarray(0, room)
		.toString('utf8')
		.replace(/\ufffd$/, '');
	return `${cut}${Buffer.byteLength(ext) <= 20 ? ext : ''}`;
}

async function placeUnique(temp: string, target: string, hash: string): Promise<string> {
	const { dir, name, ext } = parse(target);
	for (let number = 1; number <= maxTries; number += 1) {
		const path = number === 1 ? target : join(dir, `${name}-${number}${ext}`);
		if ((await placeNew(temp, path)) || (await hashOf(path)) === hash) return path;
	}
	throw new Error(`there are ${maxTries} files named like "${basename(target)}"`);
}

/** Puts `temp` at `path` unless something is there. */
async function placeNew(temp: string, path: string): Promise<boolean> {
	try {
		await link(temp, path);
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		return reserveAndRename(temp, path);
	}
}

/** For file systems without hard links. */
async function reserveAndRename(temp: string, path: string): Promise<boolean> {
	try {
		await (await open(path, 'wx')).close();
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw error;
	}
	await rename(temp, path);
	return true;
}

async function* chunksOf(content: FileContent): AsyncGenerator<Uint8Array> {
	if ('bytes' in content) yield content.bytes;
	else yield* content.open(never);
}

async function copyHashed(chunks: AsyncIterable<Uint8Array>, to: string): Promise<string> {
	await using copy = await open(to, 'wx');
	const hash = createHash('sha256');
	for await (const chunk of chunks) {
		hash.update(chunk);
		await copy.writeFile(chunk);
	}
	await copy.sync();
	return hash.digest('hex');
}

async function* bytesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
	if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file');
	yield* readChunks(handle, never);
}

/** Undefined for what is not a readable regular file. */
async function hashOf(path: string): Promise<string | undefined> {
	try {
		await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		const hash = createHash('sha256');
		for await (const chunk of bytesOf(handle)) hash.update(chunk);
		return hash.digest('hex');
	} catch {
		return undefined;
	}
}
