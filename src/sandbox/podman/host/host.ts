import type { Duplex } from 'node:stream';
import type { WalkOutputs } from '../../files/fd-walk.ts';
import type { StoppedProcess } from '../../sandbox.ts';
import type { Piped } from '../guest-link/exec.ts';
import type { Errand } from '../guest-link/relay.ts';
import type { OomWatch } from '../lifetime/oom-watch.ts';

/**
 * Containers for sandboxes on this machine: all that takes rights over it, or that it alone can tell. One of two does it: this process
 * (`createNearHost`), or root's helper (`createFarHost`), to which nothing is named but sessions. Disposing ends what still runs, and Podman's service.
 */
export interface Host extends AsyncDisposable {
	/** Podman's service runs. Rejects with `ProblemError` where a person must mend something, and with the signal's reason. */
	ready(signal: AbortSignal): Promise<Ready>;
	/** The runtime does not do. False where it has done so before, or there is no other to take; else the next one is taken from now on. */
	passOver(runtime: string, why: string): Promise<boolean>;
	/**
	 * Makes and starts a container with what the order names mounted in it. Its folders are there already. Rejects with `ProblemError`, with what Podman
	 * said, or with the signal's reason; nothing of it is left then. The caller disposes it.
	 */
	boot(order: BootOrder, signal: AbortSignal): Promise<Box>;
	/** Removes what dead processes of this home have left, where they have. Rejects as `ready` does. */
	clear(): Promise<void>;
}

export interface Ready {
	/** That new containers get; undefined where a service that is not ours decides. */
	readonly runtime: string | undefined;
	/** Why it is none of the stronger ones, a half sentence for each. */
	readonly passedOver: readonly string[];
	/** Whether what is mounted into one that runs appears there. */
	readonly bindsLate: boolean;
}

/** For which session a container is, and how large its disk is where it has none yet, in bytes. */
export interface ForSession {
	readonly session: string;
	readonly diskBytes: number;
}

/** For a session, or for whichever will come. */
export type BootOrder = ForSession | { readonly pool: true; readonly diskBytes: number };

/** A container that has begun. What it was asked to be is still to be read back. Disposing ends it, and nothing of it is left then. */
export interface Box extends AsyncDisposable {
	/** Attached to its main process: lines go in, 8-byte-headed frames come out. */
	readonly stream: Duplex;
	/** Makes a waiting one a session's. Where it rejects, with whatever it was, the container is of no use any more. */
	give(to: ForSession, signal: AbortSignal): Promise<void>;
	/**
	 * Reads back from the kernel that its guest, which has answered, is held as was asked for. Rejects with `ProblemError` where it is not, and with
	 * the signal's reason.
	 */
	hold(signal: AbortSignal): Promise<HeldBox>;
}

/** A container that is held as was asked for, as its host sees it. */
export interface HeldBox {
	readonly runtime: string;
	/** The limits that nothing holds and the operator has accepted so, in words for people. */
	readonly unenforced: readonly string[];
	readonly processes: Processes;
	readonly disk: BoxDisk;
	/** Starts the inner side of the airlock, or of the model gateway, in it. Rejects when Podman refuses, and with the signal's reason. */
	relay(errand: Errand, signal: AbortSignal): Promise<Piped>;
}

/** The processes of a container, as the kernel tells of them. Nothing rejects only because it is gone. */
export interface Processes {
	/** Kills the first one, and the kernel with it all others. Never rejects. */
	kill(): Promise<void>;
	/** Whether there is any. */
	any(): Promise<boolean>;
	/** Those inside but the guest and its init, which are the namespace's root, and our relay. Rejects where the container's own kernel does not tell. */
	users(): Promise<readonly StoppedProcess[]>;
	/** With which code it ended, undefined where Podman does not tell in time. Never rejects. */
	exitCode(): Promise<number | undefined>;
	readonly oom: OomWatch;
}

/** The disk that is mounted in it. */
export interface BoxDisk {
	/** Resolves when nothing serves it any more though it is mounted; the kernel serves for ever. Rejects with the signal's reason. */
	gone(signal: AbortSignal): Promise<void>;
	/** Whether the kernel has made it read-only, after a write of its journal failed. */
	isLost(): Promise<boolean>;
	/** The walk over what lies in `/outputs`. */
	readonly walkOutputs: WalkOutputs;
}
