import { lstat, rm } from 'node:fs/promises';
import { codeOf, ProblemError } from '../../../base/errors.ts';
import type { Admission } from '../../../base/queue/admission.ts';
import { type Boxes, type BoxHome, boxAsHome, boxName, DiskLostError, partsOfRun, runOf } from '../../boxes.ts';
import type { PodmanOptions } from '../container/options.ts';
import { createPodmanSandboxes } from '../podman-sandboxes.ts';
import { type AgentsOf, addToBox, boxPathsIn, fillBox, runFolder } from './box-paths.ts';
import type { ServeRelay } from './kept-relay.ts';

/** Where what is in memory there has its bounds, MiB: beside 2 GB for all, it leaves half of them to processes. */
export const boxInMemory = { tmp: 512, home: 512 } as const;

export interface BoxesOptions extends Omit<PodmanOptions, 'fill' | 'gateway' | 'indexes' | 'packages' | 'pool'> {
	readonly agentsOf: AgentsOf;
	/** Serves the relay of a run's box. */
	readonly gateway: (run: string, stream: Parameters<ServeRelay>[1]) => ReturnType<ServeRelay>;
}

export interface PodmanBoxes extends Boxes {
	/** Who has a place among those that run at once, and who waits for one, by `agent <run>`. */
	readonly line: Pick<Admission, 'watch' | 'standing'>;
	/** Ends the boxes of all runs of a session, and resolves when nothing of them is left but their disks. */
	endOf(session: string): Promise<void>;
}

/**
 * Boxes in Podman containers, by the machinery of sandboxes with options of their own: nothing starts before the first `acquire`, unless a dead process of
 * this home has left boxes; those are cleared at once. None waits for a run, and no package index is there.
 */
export function createPodmanBoxes({ agentsOf, gateway, ...options }: BoxesOptions): PodmanBoxes {
	const sandboxes = createPodmanSandboxes({
		...options,
		fill: fillBox,
		gateway: (name, stream) => gateway(runOf(name) ?? '', stream),
	});
	/** Runs that had a box, or have one. */
	const known = new Set<string>();
	/** Whose disks are being removed. */
	const removing = new Map<string, Promise<void>>();

	async function removeNow(run: string): Promise<void> {
		const folder = runFolder(run, agentsOf);
		await sandboxes.end(boxName(run));
		await rm(folder, { recursive: true, force: true });
		known.delete(run);
	}

	const isUp = (run: string) => sandboxes.status().some(({ session }) => session === boxName(run));

	async function refuseLost(run: string): Promise<void> {
		const found = await lstat(boxPathsIn(agentsOf)(boxName(run)).disk).catch(codeOf);
		if (found === 'ENOENT') throw new DiskLostError('the disk with the work of the coding agent is gone');
	}

	return {
		line: sandboxes.line,
		async acquire(home, signal) {
			refuseOther(home);
			await removing.get(home.run);
			if (home.disk === 'kept' && !isUp(home.run)) await refuseLost(home.run);
			known.add(home.run);
			const wasUp = isUp(home.run);
			const box = await sandboxes.acquire(boxAsHome(home), signal).catch((error: unknown) => {
				throw inAgentsWords(error);
			});
			if (wasUp) await addToBox(boxPathsIn(agentsOf)(boxName(home.run)), boxAsHome(home), signal);
			return box;
		},
		end: (run) => sandboxes.end(boxName(run)),
		async remove(run) {
			const done = (removing.get(run) ?? removeNow(run)).finally(() => removing.delete(run));
			removing.set(run, done);
			await done;
		},
		status: sandboxes.status,
		async endOf(session) {
			const runs = [...known].filter((run) => partsOfRun(run)?.session === session);
			await Promise.all(runs.map((run) => sandboxes.end(boxName(run))));
		},
		[Symbol.asyncDispose]: () => sandboxes[Symbol.asyncDispose](),
	};
}

function refuseOther({ run, session }: BoxHome): void {
	if (partsOfRun(run)?.session !== session)
		throw new TypeError(`Cannot start a box: "${run}" is not a run of session "${session}"`);
}

/** A person is told of the settings that agents have. */
function inAgentsWords(error: unknown): unknown {
	if (!(error instanceof ProblemError)) return error;
	const mend = error.mend
		.replaceAll(/\bSANDBOX_(RUNTIME|MEMORY|CPUS|DISK)\b/g, 'AGENT_$1')
		.replace('Run `npm start`, which builds it', 'Run: ./threadsmith image agents');
	return mend === error.mend ? error : new ProblemError(error.message, mend, { cause: error });
}
