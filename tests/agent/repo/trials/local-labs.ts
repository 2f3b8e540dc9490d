import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessOrder, SandboxProcess } from '../../../../src/sandbox/opened-process.ts';
import type { OpenIndexes, Sandbox, Sandboxes } from '../../../../src/sandbox/sandbox.ts';
import { noPackages } from '../../../support/fake-packages.ts';
import { openLocalProcess } from '../../../support/local-process.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** Labs whose processes run on this machine, each in a folder of its own that stands for `/workspace`. */
export interface LocalLabs extends AsyncDisposable {
	readonly sandboxes: Pick<Sandboxes, 'acquire' | 'end'>;
	/** Ids of those that were made, and of those that were ended. */
	readonly made: readonly string[];
	readonly ended: readonly string[];
	/** The orders of processes, in order. */
	readonly orders: readonly ProcessOrder[];
	/** The folder of one. */
	folder(session: string): string;
}

export interface LocalLabsOptions {
	readonly openIndexes?: () => Promise<OpenIndexes | { readonly kind: 'refused'; readonly reason: string }>;
	/** Stands in for a process. */
	readonly open?: (order: ProcessOrder) => SandboxProcess | undefined;
}

const programs = new URL('../../../../src/sandbox/guest/python', import.meta.url).pathname;

export async function localLabs({ openIndexes, open }: LocalLabsOptions = {}): Promise<LocalLabs> {
	const dir = await tempDir();
	const made: string[] = [];
	const ended: string[] = [];
	const orders: ProcessOrder[] = [];
	const folder = (session: string) => join(dir.path, session.replaceAll(/\W/g, '-'));
	const notHere = async () => Promise.reject(new Error('not here'));

	function start(session: string, order: ProcessOrder): SandboxProcess {
		const here = (text: string) =>
			text
				.replaceAll('/opt/threadsmith/open_repo.py', `${programs}/repo/open_repo.py`)
				.replaceAll('/opt/threadsmith', `${programs}/trials`)
				.replaceAll('/workspace', folder(session));
		const env = Object.entries({ HOME: folder(session), ...order.env }).map(
			([name, value]) => `${name}=${here(value)}`,
		);
		return openLocalProcess(['env', '-C', here(order.cwd), ...env, ...order.argv.map(here)]);
	}

	const sandboxOf = (session: string): Sandbox => ({
		call: notHere,
		sweep: async () => [],
		packages: { ...noPackages, ...(openIndexes && { openIndexes }) },
		async open(order, signal) {
			signal.throwIfAborted();
			orders.push(order);
			return open?.(order) ?? start(session, order);
		},
		collect: notHere,
	});

	return {
		made,
		ended,
		orders,
		folder,
		sandboxes: {
			async acquire({ session }, signal) {
				signal.throwIfAborted();
				made.push(session);
				await mkdir(folder(session), { recursive: true });
				return sandboxOf(session);
			},
			end: async (session) => void ended.push(session),
		},
		[Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
	};
}
