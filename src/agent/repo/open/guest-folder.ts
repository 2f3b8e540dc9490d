import { z } from 'zod';
import { raceAbort } from '../../../base/race-abort.ts';
import { sanitiseLine } from '../../../sandbox/guest/sanitise.ts';
import type { ProcessOrder, SandboxProcess } from '../../../sandbox/opened-process.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { sandboxFailed } from './sandbox-failed.ts';

/** Where repositories lie in the sandbox. */
export const root = '/workspace';

/** Where the guest's programs lie in every sandbox. */
const programs = '/opt/threadsmith';

/** How long it may take to unpack a repository, ms. */
const openMs = 10 * 60_000;

/** Bytes of a report. */
const mostReport = 1_000_000;

const pathSchema = z.string().transform((path) => sanitiseLine(path.slice(0, 300)));

/** As `open_repo.py` prints it, which is nothing to rely on. */
const reportSchema = z.union([
	z.object({ problem: z.string().transform((problem) => sanitiseLine(problem.slice(0, 300))) }),
	z.object({
		/** Something that was not there has been merged into what was. */
		merged: z.boolean(),
		/** The folder was not there. */
		made: z.boolean().default(false),
		/** Files of a merge that are not settled. */
		conflicts: z.array(pathSchema).max(1_000),
	}),
]);

export interface FolderOrder {
	readonly sandbox: Pick<Sandbox, 'open'>;
	/** Below `root`. */
	readonly folder: string;
	/** The branch of ours in it. */
	readonly branch: string;
	/** Its errors are sentences for people. */
	readonly bundle: AsyncIterable<Uint8Array>;
}

export type FolderOpened =
	| { readonly kind: 'there'; readonly merged: boolean; readonly made: boolean; readonly conflicts: readonly string[] }
	| { readonly kind: 'refused'; readonly why: string };

/** Makes a folder of the sandbox out of a commit's files, or merges them into the one that is there. Done again, it comes to the same. Rejects with the signal's reason and as `Sandbox.open`. */
export async function openFolder(order: FolderOrder, signal: AbortSignal): Promise<FolderOpened> {
	const limit = AbortSignal.any([signal, AbortSignal.timeout(openMs)]);
	const { folder, branch: name } = order;
	const unpack = program('open_repo', { root, folder, name });
	try {
		await using process = await order.sandbox.open(unpack, limit);
		const [, printed] = await raceAbort(Promise.all([feed(order.bundle, process), printedBy(process)]), limit);
		return asOpened(printed);
	} catch (error) {
		if (limit.aborted && !signal.aborted) return { kind: 'refused', why: 'unpacking it took too long' };
		return sandboxFailed(error, signal);
	}
}

/** A program of ours that runs in the sandbox, as its user. Pure. */
function program(name: string, order: object): ProcessOrder {
	return { argv: ['python3', '-I', '-S', '-B', `${programs}/${name}.py`, JSON.stringify(order)], cwd: '/', env: {} };
}

/** Prints the final tree of a work folder, in which files that are as the base has them are named alone. Pure. */
export function staging(folder: string): ProcessOrder {
	return program('stage_tree', { root: `${root}/${folder}`, same: true });
}

function asOpened(printed: string): FolderOpened {
	const report = readReport(printed);
	if (report === undefined) return { kind: 'refused', why: 'what unpacks it ended before it was done' };
	if ('problem' in report) return { kind: 'refused', why: report.problem };
	return { kind: 'there', ...report };
}

function readReport(printed: string): z.infer<typeof reportSchema> | undefined {
	try {
		return reportSchema.parse(JSON.parse(printed));
	} catch {
		return undefined;
	}
}

/** Writes all of it, as fast as the process reads. One that has ended early has said why: its pipe is no error. */
async function feed(bundle: AsyncIterable<Uint8Array>, { stream }: SandboxProcess): Promise<void> {
	let broken = false;
	stream.once('error', () => {
		broken = true;
	});
	try {
		for await (const chunk of bundle) {
			if (broken || stream.destroyed || stream.writableEnded) return;
			await written(stream, chunk).catch(() => {
				broken = true;
			});
		}
	} finally {
		stream.end();
	}
}

function written(stream: SandboxProcess['stream'], chunk: Uint8Array): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	stream.write(chunk, (error) => (error ? reject(error) : resolve()));
	return promise;
}

async function printedBy({ stream }: SandboxProcess): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > mostReport) throw new Error('what unpacks it says too much');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}
