import { type FileHandle, link, unlink } from 'node:fs/promises';
import { codeOf, isOfMachine, ProblemError, userMessage } from '../../base/errors.ts';
import type { IncomingFile, Placed, PlacedFile, Refusal } from '../sandbox.ts';
import { entryPath, ignore, openOwnFolder } from './folder.ts';
import type { Account, Passage } from './ledger.ts';
import { type FileLimits, whyTooLarge } from './limits.ts';
import { untilAborted } from './read-chunks.ts';
import { printable, safeName, uniqueName } from './safe-name.ts';
import { createTempFile, removeLeftovers, sealTempFile, type TempFile } from './temp-file.ts';
import { saveProblem, type Written, writeCounted } from './write-counted.ts';

interface Batch {
	readonly folder: FileHandle;
	readonly limits: FileLimits;
	readonly signal: AbortSignal;
	/** Names of the folder that cannot be had. */
	readonly taken: Set<string>;
	readonly placed: PlacedFile[];
	/** Where it is counted what lies there; undefined where nothing is. */
	readonly account: Account | undefined;
	/** Kept with the whole batch: files of one that fails are taken back. */
	readonly passages: Passage[];
}

/**
 * Streams `files`, in order, into `inputsDir` (made when missing, mode 0755) under safe names that no file there has,
 * mode 0644. What is too large, announced or not, cannot be read or cannot be saved is refused with the reason and
 * leaves nothing. Rejects, and then has placed nothing, with the signal's reason, or with `ProblemError` when the folder
 * cannot be used, or this machine lacks what it takes to save a file, which may pass: a full disk, no descriptors.
 */
export async function placeFiles(
	inputsDir: string,
	files: readonly IncomingFile[],
	limits: FileLimits,
	signal: AbortSignal,
): Promise<Placed> {
	signal.throwIfAborted();
	await using folder = await openOwnFolder(inputsDir);
	await makeReadable(folder);
	await using account = limits.ledger?.account('in', inputsDir);
	const taken = new Set(await removeLeftovers(folder));
	const batch: Batch = { folder, limits, signal, taken, placed: [], account, passages: [] };
	try {
		const refused = await placeEach(files, batch);
		await folder.sync();
		for (const passage of batch.passages) passage.keep();
		return { placed: batch.placed, refused };
	} catch (error) {
		for (const { name } of batch.placed) await unlink(entryPath(folder, name)).catch(ignore('ENOENT'));
		throw error;
	} finally {
		for (const passage of batch.passages) passage[Symbol.dispose]();
	}
}

async function placeEach(files: readonly IncomingFile[], batch: Batch): Promise<readonly Refusal[]> {
	const refused: Refusal[] = [];
	for (const file of files) {
		batch.signal.throwIfAborted();
		const reason = await placeOne(file, batch);
		if (reason !== undefined) refused.push({ name: printable(file.name), reason });
	}
	return refused;
}

/** Places one file; answers why it was refused, or undefined. */
async function placeOne(file: IncomingFile, batch: Batch): Promise<string | undefined> {
	const spent = batch.placed.reduce((sum, { size }) => sum + size, 0);
	using taking = new DisposableStack();
	const passage = taking.use(await batch.account?.open(0));
	const whyNot = (size: number) => whyTooLarge(size, spent, batch.limits) ?? passage?.whyNot(size);
	const refused = whyNot(file.size ?? 0) ?? (await saveOne(file, whyNot, batch));
	if (refused !== undefined || passage === undefined) return refused;
	taking.move();
	batch.passages.push(passage);
	return undefined;
}

async function saveOne(
	file: IncomingFile,
	whyNot: (size: number) => string | undefined,
	batch: Batch,
): Promise<string | undefined> {
	try {
		await using temp = await createTempFile(batch.folder);
		const written = await receive(file, temp, whyNot, batch.signal);
		if (written.kind === 'refused' && written.unsaved === undefined) return written.reason;
		if (written.kind === 'refused') throw written.unsaved;
		await sealTempFile(temp);
		batch.signal.throwIfAborted();
		const name = await linkUnique(temp, safeName(file.name), batch);
		batch.placed.push({ name, original: file.name, size: written.size, sha256: written.sha256 });
		return undefined;
	} catch (error) {
		batch.signal.throwIfAborted();
		if (isOfMachine(error)) throw lacking(file, error);
		return saveProblem(error);
	}
}

function lacking({ name }: IncomingFile, cause: unknown): ProblemError {
	const mend = 'Free some space, or what else this machine lacks';
	return new ProblemError(`"${printable(name)}" ${saveProblem(cause)}`, mend, { cause });
}

async function receive(
	file: IncomingFile,
	temp: TempFile,
	whyNot: (size: number) => string | undefined,
	signal: AbortSignal,
): Promise<Written> {
	try {
		return await writeCounted(untilAborted(file.open(signal), signal), temp.handle, whyNot);
	} catch (error) {
		signal.throwIfAborted();
		return { kind: 'refused', reason: readProblem(error) };
	}
}

/**
 * Gives the finished file its final name: a link fails where a rename would replace, so nothing is ever overwritten.
 */
async function linkUnique(temp: TempFile, wanted: string, { folder, taken }: Batch): Promise<string> {
	while (true) {
		const name = uniqueName(wanted, taken);
		taken.add(name);
		try {
			await link(temp.path, entryPath(folder, name));
			return name;
		} catch (error) {
			if (codeOf(error) !== 'EEXIST') throw error;
		}
	}
}

const readProblems: Readonly<Record<string, string>> = {
	EISDIR: 'is a folder',
	ENOENT: 'does not exist',
	ENOTDIR: 'does not exist',
	EACCES: 'may not be read',
	EPERM: 'may not be read',
	ELOOP: 'is a symbolic link',
};

/** Why a file that was handed in could not be read, as half a sentence. */
function readProblem(error: unknown): string {
	return readProblems[codeOf(error) ?? ''] ?? `cannot be read: ${printable(userMessage(error), 300)}`;
}

async function makeReadable(folder: FileHandle): Promise<void> {
	const { mode } = await folder.stat();
	if ((mode & 0o777) !== 0o755) await folder.chmod(0o755);
}
