import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResourceLink } from '@modelcontextprotocol/sdk/types.js';
import PQueue from 'p-queue';
import { codeOf } from '../../base/errors.ts';
import { numberedName } from '../../sandbox/files/safe-name.ts';
import type { Artifact, Refusal, Sandbox } from '../../sandbox/sandbox.ts';

/** Hands the files on that calls leave in `/outputs`. */
export interface HandOver {
	/** To be called when a call begins; the function that it answers, when the call has ended. */
	begin(): (sandbox: Sandbox, signal: AbortSignal) => Promise<HandedOver>;
}

export interface HandedOver {
	readonly links: readonly ResourceLink[];
	readonly refused: readonly Refusal[];
}

/**
 * Copies what tools write to `folder`, made when there is something, and never over a file that was there before. Of calls that run at the
 * same time each is told all that came while it ran, since nobody can tell whose it is.
 */
export function createHandOver(folder: string): HandOver {
	const queue = new PQueue({ concurrency: 1 });
	/** SHA-256 by the name in `/outputs`, and the copy that it has become. */
	const known = new Map<string, string>();
	const copies = new Map<string, string>();
	const told = new Set<string>();
	const came: ResourceLink[] = [];

	async function collect(sandbox: Sandbox, signal: AbortSignal): Promise<readonly Refusal[]> {
		const { artifacts, refused } = await sandbox.collect(known, signal);
		for (const artifact of artifacts) {
			came.push(await copy(artifact));
			known.set(artifact.name, artifact.sha256);
		}
		const fresh = refused.filter(({ name, reason }) => !told.has(`${name} ${reason}`));
		for (const { name, reason } of fresh) told.add(`${name} ${reason}`);
		return fresh;
	}

	async function copy({ name, path, size }: Artifact): Promise<ResourceLink> {
		const earlier = copies.get(name);
		const target = earlier ?? (await copyToFree(path, join(folder, name)));
		if (earlier !== undefined) await copyFile(path, earlier);
		copies.set(name, target);
		return { type: 'resource_link', uri: pathToFileURL(target).href, name: basename(target), size };
	}

	return {
		begin() {
			const before = came.length;
			return (sandbox, signal) =>
				queue.add(async () => {
					const refused = await collect(sandbox, signal);
					return { links: lastOfEach(came.slice(before)), refused };
				});
		},
	};
}

async function copyToFree(from: string, wanted: string): Promise<string> {
	await mkdir(dirname(wanted), { recursive: true });
	for (let number = 1; ; number++) {
		const name = number === 1 ? basename(wanted) : numberedName(basename(wanted), number);
		const target = join(dirname(wanted), name);
		const isTaken = await copyFile(from, target, constants.COPYFILE_EXCL).then(
			() => false,
			(error: unknown) => codeOf(error) === 'EEXIST' || Promise.reject(error),
		);
		if (!isTaken) return target;
	}
}

function lastOfEach(links: readonly ResourceLink[]): ResourceLink[] {
	return [...new Map(links.map((link) => [link.uri, link])).values()];
}
