import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import * as z from 'zod';
import { type askedLook, type Look, lookShape } from '../../file-shapes.ts';
import { describeEnd } from '../run/describe-end.ts';
import { endUser } from '../run/end-user.ts';
import { parseJson, python } from '../run/harness.ts';
import { createQueue } from '../run/queue.ts';
import { runCommand } from '../run/run-command.ts';
import { asUser, reader, type User } from '../run/users.ts';
import type { ToolCall } from '../tools/guest-tool.ts';
import { type KnownLooks, lookName, noteLook } from './known-looks.ts';

/** A file to look at, and where it is. */
export interface FileToLookAt extends z.output<typeof askedLook> {
	readonly path: string;
}

/** As many as a command can be given. */
export const mostLookedAt = 16;

/** Seconds for all of one look; of the processor the reader allows itself less. */
const mostSeconds = 20;

/** Bytes: the reader tells less. */
const answerLimit = 1024 * 1024;

/** Where the reader is, whose files they are, the folder of packages where there is one, and seconds that are left. */
export interface LookParts {
	readonly folder: string;
	readonly owner: User;
	readonly packages?: string | undefined;
	readonly seconds?: number;
	/** Only whether they open is asked. */
	readonly brief?: boolean;
	/** Looks of before: files with the same name and bytes are not read again. Those of this look are added. */
	readonly known?: KnownLooks;
	readonly call: ToolCall;
}

/**
 * Looks at files that nobody changes any more. Each is opened as its owner could, by no link, and the reader, who is another user and sees
 * none of their folders, gets it open. Those that are no files are left out.
 */
export async function lookAtFiles(
	files: readonly FileToLookAt[],
	parts: LookParts,
): Promise<Readonly<Record<string, Look>>> {
	const opened = files.slice(0, mostLookedAt).flatMap((file) => openedAs(parts.owner, file));
	if (opened.length === 0) return {};
	try {
		return Object.fromEntries(await looksOf(opened, parts));
	} finally {
		for (const { fd } of opened) closeSync(fd);
	}
}

interface Opened extends FileToLookAt {
	readonly fd: number;
}

async function looksOf(opened: readonly Opened[], parts: LookParts): Promise<readonly (readonly [string, Look])[]> {
	const { known = new Map() } = parts;
	const named = opened.map((file) => ({ file, id: lookName(file) }));
	const unknown = named.filter(({ id }) => id === undefined || !known.has(id));
	const looks =
		unknown.length === 0
			? []
			: await inTurn(
					() =>
						askReader(
							unknown.map(({ file }) => file),
							parts,
						),
					parts.call.signal,
				);
	const found = new Map(unknown.map(({ file }, index) => [file, looks[index] ?? noLook('said nothing')]));
	return named.map(({ file, id }) => {
		const look = found.get(file) ?? known.get(id ?? '') ?? noLook('said nothing');
		noteLook(known, id, look);
		return [file.name, look] as const;
	});
}

/** Opening a pipe does not wait, and what is opened is looked at before it is read. */
function openedAs(owner: User, file: FileToLookAt): readonly Opened[] {
	const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
	try {
		const fd = asUser(owner, () => openSync(file.path, flags));
		if (fstatSync(fd).isFile()) return [{ ...file, fd }];
		closeSync(fd);
		return [];
	} catch {
		return [];
	}
}

/** After each look all that runs as the reader is ended. */
const inTurn = createQueue();

async function askReader(
	opened: readonly Opened[],
	{ folder, packages, seconds = mostSeconds, brief = false, call }: LookParts,
): Promise<readonly Look[]> {
	if (call.signal.aborted) return opened.map(() => noLook('was not looked at: it was stopped'));
	const chunks: Buffer[] = [];
	const timeout = Math.min(mostSeconds, seconds);
	const [file, ...args] = python(`${folder}/look_files.py`);
	const { end } = await runCommand(
		{
			file,
			// With its site module, where the libraries are.
			args: [...args.filter((arg) => arg !== '-S'), ...(packages === undefined ? [] : [packages])],
			user: reader,
			files: opened.map(({ fd }) => fd),
			input: JSON.stringify(opened.map((file, index) => ({ ...asked(file, index), brief }))),
			timeout,
			outputLimit: answerLimit,
			onStdout: (chunk) => chunks.push(chunk),
			onStderr: () => {},
		},
		call.signal,
	);
	await endUser(reader);
	const looks = z.array(lookShape).safeParse(parseJson(Buffer.concat(chunks).toString('utf8'))).data;
	return looks ?? opened.map(() => noLook(`could not be read to its end: ${describeEnd(end, timeout)}`));
}

const separators: Readonly<Record<string, string>> = { tsv: '\t' };

function asked({ name, separator }: Opened, index: number) {
	const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
	return { name, fd: index + 3, separator: separator ?? separators[ending] ?? ',' };
}

function noLook(why: string): Look {
	return { kind: 'large', why };
}
