import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Adapter } from '../../../src/adapters/adapter.ts';
import { splitText } from '../../../src/adapters/markdown/split-text.ts';
import { cutOf } from '../../../src/adapters/present/answer-form.ts';
import { readContent } from '../../../src/adapters/present/artifact-content.ts';
import { type Ground, noMarks, noSigns, type ShowScene } from '../../../src/adapters/present/ground.ts';
import { createEditedLive } from '../../../src/adapters/present/live/edited-live.ts';
import type { LiveForm } from '../../../src/adapters/present/live/live-deps.ts';
import type { Look } from '../../../src/adapters/present/look.ts';
import { createPresenter } from '../../../src/adapters/present/present-turn.ts';
import type { ProgressLine } from '../../../src/adapters/present/progress-line.ts';
import { endText } from '../../../src/adapters/present/show/show-end.ts';
import type { Surface, Upload, UploadBatch, UploadFile } from '../../../src/adapters/present/surface.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { OpenArtifact } from '../../../src/chat/events.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { noPast } from '../../../src/chat/past.ts';
import type { Person, Thread } from '../../../src/chat/thread.ts';
import type { Outbox } from '../../../src/store/store.ts';
import type { LogPlatform, SaidLine } from './log-platform.ts';

export const logThread: Thread = { platform: 'terminal', id: 'log' };

// Decode.

function decode({ delivery, text, file }: SaidLine): Inbound {
	const at = new Date().toISOString();
	const common = { key: delivery, thread: logThread, person: { id: 'local', name: 'Ada' }, at } as const;
	const [, question, value = ''] = /^!answer (\S+) (.*)$/.exec(text) ?? [];
	if (question !== undefined) return { ...common, type: 'answer', question, value };
	return { ...common, type: 'message', text, files: file === undefined ? [] : [file] };
}

// Surface.

function createSurface(log: LogPlatform, outbox: Outbox): Surface<string> {
	const find = async (thread: Thread, key: string) =>
		thread.id === logThread.id ? (await log.lines()).find(({ keys }) => keys.includes(key))?.id : undefined;
	const append = async (keys: readonly string[], text: string): Promise<string> => {
		let id = '';
		await log.write((lines) => {
			id = String(Number(lines.at(-1)?.id ?? 0) + 1);
			return [...lines, { id, keys, text }];
		});
		return id;
	};
	const handOver = async (
		file: UploadFile,
		scene: Omit<UploadBatch, 'files'>,
		signal: AbortSignal,
	): Promise<Upload> => {
		const existing = await outbox.intend({ ...scene, key: file.key });
		const there = existing.id ?? (await find(scene.thread, file.key));
		const reason = there === undefined ? await save(log.dir, file, signal) : undefined;
		if (reason !== undefined) return { outcome: 'refused', until: 'later', file, reason };
		await outbox.sent(scene.session, file.key, there ?? (await append([file.key], `File: ${file.name}`)));
		return { outcome: 'delivered', file };
	};
	return {
		find,
		post: ({ keys, message }) => append(keys, message),
		edit: ({ id, keys, message: text }) =>
			log.write((lines) => lines.map((line) => (line.id === id ? { id, keys, text } : line))),
		remove: ({ id }) => log.write((lines) => lines.filter((line) => line.id !== id)),
		async upload({ files, ...scene }, signal) {
			const uploads: Upload[] = [];
			for (const file of files) uploads.push(await handOver(file, scene, signal));
			return uploads;
		},
	};
}

async function save(
	dir: string,
	{ name, size, content }: UploadFile,
	signal: AbortSignal,
): Promise<string | undefined> {
	const read = await readContent(content, size, signal);
	if ('reason' in read) return `Cannot hand over "${name}": ${read.reason}`;
	await writeFile(join(dir, basename(name)), read.bytes);
	return undefined;
}

// Render.

const pieces = (text: string) => ({ messages: splitText(text, 2000), cut: cutOf(splitText(text, 2000)) });

const look: Look<string> = {
	longestPart: 2000,
	notesOne: true,
	trustsFormer: true,
	answer: async (text) => ({ kind: 'messages', ...pieces(text) }),
	withFeedback: (message) => message,
	part: async (text) => pieces(text),
	words: async (text) => splitText(text, 2000),
	question: async ({ text, id }) => `${text} (answer with "!answer ${id} …")`,
	closedQuestion: async ({ text }, why) => `${text}\n${why}`,
	lines: (sentences) => sentences.map(({ key, text }) => ({ keys: [key], message: text })),
	ended: (event) => endText(event, { bullet: '-', reason: (text) => text, code: (command) => command, mention }),
};

function mention({ name }: Person): string {
	return `@${name}`;
}

function lineText(line: ProgressLine): string {
	return line.type === 'tool' ? `${line.state} ${line.title}` : line.type === 'file' ? line.name : line.text;
}

const progress = async ({ lines, words, footer }: LiveForm) =>
	[...lines.map(({ line }) => lineText(line)), words, footer].join('\n');

// All else is the presenter's.

const nothing = async () => {};

/** A chat platform in a text file: nothing of it but how it is read, what it can do, and what things look like there. */
export function createTextLog(log: LogPlatform, outbox: Outbox, openArtifact: OpenArtifact): Adapter {
	const leaving = new AbortController();
	const deps = { outbox, openArtifact, clock: systemClock, log: silentLogger, signal: leaving.signal };
	const surface = createSurface(log, outbox);
	const pace = { editMs: 50, mostForms: 0, failureOf: () => ({ type: 'never' }) as const, nowhere: 'none' };
	const enter = async (scene: ShowScene): Promise<Ground<string>> => ({
		...{ surface, signs: noSigns, marks: noMarks, nowhere: 'none' },
		live: createEditedLive({ ...deps, ...pace, surface, progress }, scene),
		voice: {
			toOne: ({ key, text, to }) =>
				surface.post({ ...scene, keys: [key], message: `${to.name}: ${text}` }, deps.signal),
		},
	});
	let leave = () => {};
	return {
		platform: 'terminal',
		async start(accept) {
			leave = log.listen((line) => accept(decode(line)));
		},
		intake: {
			files: {
				named: async (file) => file,
				async *fetch({ source, name }, signal) {
					signal.throwIfAborted();
					yield await readFile(source).catch(() => Promise.reject(new Error(`"${name}" is not there`)));
				},
			},
			past: noPast,
			find: (thread, key) => surface.find(thread, key, deps.signal),
			reread: async () => ({ state: 'as-stored' }),
			reach: { probe: nothing, admins: async () => [], directly: async () => undefined, linkTo: async () => undefined },
		},
		...createPresenter({ ...deps, look, enter, isRefusal: () => false }),
		async [Symbol.asyncDispose]() {
			leave();
			leaving.abort(new Error('The log is closed'));
		},
	};
}
