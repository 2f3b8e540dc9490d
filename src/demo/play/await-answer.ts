import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../base/errors.ts';
import { writeAtomically } from '../../store/files/write-atomically.ts';
import type { ChatRequest, ScriptedReply } from '../model-server/script.ts';
import { type Read, readJson, readText } from './read-answer.ts';
import type { RequestFiles } from './request-text.ts';

/** How often the files are looked at, ms. A file counts when two looks have found it the same: whoever writes it may not have done yet. */
const lookMs = 200;

export interface Awaited {
	readonly folder: string;
	readonly files: RequestFiles;
	readonly request: ChatRequest;
	/** Hears what is wrong with an answer. */
	readonly onProblem: (problem: string) => void;
}

/**
 * Waits until one of the answer files holds an answer that can be sent. What is wrong with one is written beside it, and it is awaited again until
 * it has changed. Rejects with the signal's reason, and where the folder cannot be used.
 */
export async function awaitAnswer(awaited: Awaited, signal: AbortSignal): Promise<ScriptedReply> {
	const { folder, files, request, onProblem } = awaited;
	const problemFile = join(folder, files.problem);
	let before = '';
	let refused = '';
	while (true) {
		await sleep(lookMs, undefined, { signal });
		const found = await look(folder, files);
		if (found && found.mark === before && found.mark !== refused) {
			const read = await readFound(found, request);
			if ('reply' in read) {
				await rm(problemFile, { force: true });
				return read.reply;
			}
			refused = found.mark;
			await writeAtomically(problemFile, `${found.name}: ${read.problem}\nChange the file, and it is read again.\n`);
			onProblem(`${found.name}: ${read.problem}`);
		}
		before = found?.mark ?? '';
	}
}

interface Found {
	readonly name: string;
	readonly path: string;
	/** Another one when its content may be another. */
	readonly mark: string;
}

/** The newer of the two where both are there; an empty one is not there yet. */
async function look(folder: string, { json, text }: RequestFiles): Promise<Found | undefined> {
	const found = await Promise.all([json, text].map((name) => lookAt(folder, name)));
	const there = found.filter((one) => one !== undefined);
	return there.toSorted((a, b) => b.at - a.at)[0];
}

async function lookAt(folder: string, name: string): Promise<(Found & { readonly at: number }) | undefined> {
	const path = join(folder, name);
	try {
		const { size, mtimeMs: at, ino } = await stat(path);
		return size === 0 ? undefined : { name, path, at, mark: `${name} ${size} ${at} ${ino}` };
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}

async function readFound({ path, name }: Found, request: ChatRequest): Promise<Read> {
	try {
		const content = await readFile(path, 'utf8');
		if (!content.isWellFormed() || content.includes('\ufffd')) return { problem: 'It is not text in UTF-8' };
		return name.endsWith('.json') ? readJson(content, request) : readText(content, request);
	} catch (error) {
		return { problem: `It cannot be read: ${codeOf(error) ?? 'unknown reason'}` };
	}
}
