import { existsSync } from 'node:fs';
import { hasOwnKernel } from '../../src/sandbox/podman/service/own-kernel.ts';
import { hasUnifiedGroups } from '../../src/sandbox/podman/service/rootless.ts';
import type { Attack, Need } from './attack.ts';

/** Whose sandboxes are attacked: those of root, or of a plain user. */
export type Mode = 'root' | 'rootless';

/** Runtimes whose sandboxes can be attacked. */
export const runtimes = ['runc', 'crun', 'runsc'] as const;
export type Attacked = (typeof runtimes)[number];

/** What starts the sandboxes, and for whom. */
export interface Ground {
	readonly runtime: Attacked;
	readonly mode: Mode;
}

/** As the table calls it. Pure. */
export function groundName({ runtime, mode }: Ground): string {
	return mode === 'root' ? runtime : `${runtime}, rootless`;
}

/** This process's own mode. */
export function modeHere(): Mode {
	return process.getuid?.() === 0 ? 'root' : 'rootless';
}

/** What is known of a ground before anything is attacked. */
export interface Bounds {
	/** Promises that are not kept there, each with why. */
	readonly lacking: ReadonlyMap<Need, string>;
	/** Set where the sandboxes have a kernel of their own. */
	readonly ownKernel: boolean;
}

/** The bounds of a ground on this machine. */
export function boundsOf({ runtime, mode }: Ground): Bounds {
	const lacking = new Map<Need, string>();
	const ownKernel = hasOwnKernel(runtime);
	if (mode === 'rootless' && !hasUnifiedGroups())
		lacking.set('limits', 'not tried: control groups of the first version hold nothing of a plain user');
	if (ownKernel) {
		lacking.set('hidden processes', 'its /proc shows all processes of a sandbox to each other');
		lacking.set('sticky folders', "it lets a file be replaced by another's in a folder like /tmp");
		lacking.set('survival', 'a sandbox that takes too much ends as a whole, and the next call has a new one');
	}
	return { lacking, ownKernel };
}

/** An attack that is not made, with the verdict that it has without. */
export interface Spared {
	readonly verdict: 'does not apply' | 'not enforceable here';
	readonly why: string;
}

/**
 * Why an attack is not made: where nothing is held to limits it would take the machine with it, and a kernel of the sandbox's own may have
 * nothing of what is attacked. Pure.
 */
export function sparedBy({ needs, hostKernelOnly }: Attack, { lacking, ownKernel }: Bounds): Spared | undefined {
	if (ownKernel && hostKernelOnly !== undefined) return { verdict: 'does not apply', why: hostKernelOnly };
	const why = needs?.includes('limits') ? lacking.get('limits') : undefined;
	return why === undefined ? undefined : { verdict: 'not enforceable here', why };
}

/** Why there is nothing to attack on a runtime of this name; undefined where its program is there. */
export function missing(runtime: Attacked): string | undefined {
	const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
	return folders.some((folder) => existsSync(`${folder}/${runtime}`)) ? undefined : `${runtime} is not installed`;
}
