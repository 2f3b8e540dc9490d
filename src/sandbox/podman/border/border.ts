import type { WalkOutputs } from '../../files/fd-walk.ts';
import type { HostPaths } from '../container/options.ts';

/**
 * All that sandboxes need of their host which takes rights over it: mounts, owners, and reading what belongs to the ids of containers. One of
 * two does it: this process, where it is root (`createDirectBorder`), or a helper in Podman's own user namespace (`createFarBorder`), which is
 * root there and nowhere else. A slot goes by its name; where slots are, both know from their start.
 */
export interface Border extends AsyncDisposable {
	/** Makes a slot with nothing in it, as `createSlot` does. Rejects with the signal's reason. */
	makeSlot(slot: string, signal: AbortSignal): Promise<void>;
	/** Shows these folders in a slot, as `bindTrees` does; `stage` names a slot that is nothing else. Rejects as that. */
	bindTrees(at: SlotStage, trees: HostPaths['trees'], signal: AbortSignal): Promise<Bound>;
	/**
	 * Mounts a session's disk in its slot for a container whose ids begin at `idBase`, as they are counted where Podman runs, and opens to these
	 * what is closed to its tools. Rejects with `ProblemError` where a person must mend something, and with the signal's reason.
	 */
	mountDisk(slot: string, image: string, idBase: number, signal: AbortSignal): Promise<void>;
	/** Unmounts what a slot holds and removes it. Resolves also where there is none. */
	removeSlot(slot: string): Promise<void>;
	/** The disk that is mounted in a slot. */
	diskOf(slot: string): MountedDisk;
}

/** Two slots by name: one that is filled, and one that exists while that is done. */
export interface SlotStage {
	readonly slot: string;
	readonly stage: string;
}

/** `cleared` resolves when nothing is left of the stage, and never rejects. */
export interface Bound {
	readonly cleared: Promise<void>;
}

export interface MountedDisk {
	/** Resolves when nothing serves it any more though it is mounted; the kernel serves for ever. Rejects with the signal's reason. */
	gone(signal: AbortSignal): Promise<void>;
	/** The walk over what lies in `/outputs`. */
	readonly walkOutputs: WalkOutputs;
}
