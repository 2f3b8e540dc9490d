import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, messageOf, ProblemError } from '../../base/errors.ts';
import { writeAtomically } from '../../store/files/write-atomically.ts';
import { type ModelServer, startModelServer } from '../model-server/model-server.ts';
import type { ChatRequest, ScriptedReply } from '../model-server/script.ts';
import { awaitAnswer } from './await-answer.ts';
import { type Earlier, filesOf, requestText } from './request-text.ts';

export interface PlayOptions {
	/** Where the files of this run go; made when missing. */
	readonly folder: string;
	readonly port: number;
	/** The roles' models; a request for another one is refused. */
	readonly models: readonly string[];
	/** A line for whoever plays. */
	readonly say: (line: string) => void;
	/** Between signs of life while an answer is awaited. */
	readonly keepAliveMs: number;
}

/**
 * A model server whose answers somebody writes: each request is a file of the folder, and so is each answer. Any number of requests wait at the same
 * time, each as long as it takes. Rejects with a `ProblemError` where folder or port cannot be had.
 */
export async function startPlay(options: PlayOptions): Promise<ModelServer> {
	const { folder, port, models, keepAliveMs } = options;
	let nth = await makeFolder(folder);
	const last = new Map<string, Earlier>();
	const play = (request: ChatRequest, _: number, signal: AbortSignal): Promise<ScriptedReply> => {
		nth += 1;
		return playOne(request, nth, { options, last, signal });
	};
	const scripts = Object.fromEntries(models.map((model) => [model, play]));
	try {
		return await startModelServer(scripts, { port, keepAliveMs });
	} catch (cause) {
		throw codeOf(cause) === 'EADDRINUSE' ? portProblem(port, cause) : cause;
	}
}

function portProblem(port: number, cause: unknown): ProblemError {
	return new ProblemError(`Port ${port} is in use`, 'Name another one: --port 0 takes a free one', { cause });
}

function folderProblem(folder: string, cause: unknown): ProblemError {
	return new ProblemError(`Cannot make the folder "${folder}": ${codeOf(cause)}`, 'Name another one by --folder', {
		cause,
	});
}

/** Answers the last number that an earlier run has used there. */
async function makeFolder(folder: string): Promise<number> {
	try {
		await mkdir(folder, { recursive: true });
		const numbers = (await readdir(folder)).map((name) => Number(/^(\d+)-.*\.request\.md$/.exec(name)?.[1] ?? 0));
		return numbers.reduce((most, number) => Math.max(most, number), 0);
	} catch (cause) {
		throw folderProblem(folder, cause);
	}
}

interface Playing {
	readonly options: PlayOptions;
	/** The latest request to each role. */
	readonly last: Map<string, Earlier>;
	readonly signal: AbortSignal;
}

async function playOne(request: ChatRequest, nth: number, { options, last, signal }: Playing): Promise<ScriptedReply> {
	const { folder, say } = options;
	const files = filesOf(nth, request);
	const role = files.stem.replace(/^\d+-/, '');
	try {
		await writeAtomically(join(folder, files.raw), `${JSON.stringify(request, null, '\t')}\n`);
		await writeAtomically(join(folder, files.request), requestText(request, files, last.get(role)));
		last.set(role, { file: files.request, request });
		say(`${files.stem} asks: read ${files.request}, write ${files.text} or ${files.json}`);
		const reply = await awaitAnswer({ folder, files, request, onProblem: (problem) => say(`  ${problem}`) }, signal);
		say(`${files.stem} is answered`);
		return reply;
	} catch (error) {
		if (!signal.aborted) {
			say(`${files.stem} cannot be played: ${messageOf(error)}`);
			throw error;
		}
		say(`${files.stem} is not awaited any more: the bot has left`);
		return { error: { status: 499 } };
	}
}
