import { userMessage } from '../../../base/errors.ts';
import type { At, Git, NotDone } from '../../../git/git.ts';
import { labHome } from '../../../sandbox/lab-home.ts';
import type { Sandbox, Sandboxes } from '../../../sandbox/sandbox.ts';
import { programs, runProgram, workspace } from './programs.ts';

export interface TrialLabDeps {
	readonly git: Pick<Git, 'bundle'>;
	readonly sandboxes: Pick<Sandboxes, 'acquire' | 'end'>;
	/** Of a lab's disk. */
	readonly diskBytes: number;
}

/** A fresh sandbox with a commit in it and nothing else. Disposing ends it, in the background. */
export interface TrialLab extends Disposable {
	readonly kind: 'lab';
	readonly sandbox: Sandbox;
	/** The work tree's. */
	readonly folder: string;
}

/** Rejects with the signal's reason, and as `Sandboxes.acquire` does. */
export async function openTrialLab(
	{ git, sandboxes, diskBytes }: TrialLabDeps,
	{ at, session }: { readonly at: At; readonly session: string },
	signal: AbortSignal,
): Promise<TrialLab | NotDone> {
	const home = labHome(diskBytes, { like: session });
	using undo = new DisposableStack();
	// Nobody waits for it, and what it cannot end it logs itself
	undo.defer(() => void sandboxes.end(home.session).catch(() => {}));
	const sandbox = await sandboxes.acquire(home, signal);
	const name = folderName(at.repository.name);
	const problem = await runProgram(sandbox, programs.openRepository(name), git.bundle(at, signal), signal).catch(
		(error) => {
			signal.throwIfAborted();
			return userMessage(error);
		},
	);
	if (problem !== undefined)
		return { kind: 'refused', why: `Cannot open ${at.repository.name} in a sandbox: ${problem}` };
	const held = undo.move();
	return { kind: 'lab', sandbox, folder: `${workspace}/${name}`, [Symbol.dispose]: () => held.dispose() };
}

/** As a session has it, too: what is made there may hold its own path. Pure. */
export function folderName(repository: string): string {
	const last = repository.split('/').at(-1) ?? '';
	return /^\w[\w.-]{0,99}$/.test(last) && !last.endsWith('.git') ? last : 'repository';
}
