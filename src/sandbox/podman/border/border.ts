import type { WalkOutputs } from '../../files/fd-walk.ts';
import type { HostPaths } from '../container/options.ts';

/**
 * All that sandboxes need of their host which takes rights over it: mounts, owners, and reading what belongs to the ids of containers. One of
 * two does it: this process, where it is root (`createDirectBorder`), or a helper in Podman's own user namespace (`createFarBorder`), which is
 * root there and nowhere else. A slot goes by its name; where slots are, both know from their start.
 */
export interface Border extends AsyncDisposable {
	/** Makes a slot with these folders, as `createSlot` does. Rejects with the signal's reason, and as that. */
	makeSlot(slot: string, trees: HostPaths['trees'], signal: AbortSignal): Promise<void>;
	/**
	 * Mounts a session's disk in its slot for a container whose ids begin at `idBase`, as they are counted where Podman runs, and opens to these
	 * what is closed to its tools. Rejects with `ProblemError` where a person must mend something, and with the signal's reason.
	 */
	mountDisk(slot: string, image: string, idBase: number, signal: AbortSignal): Promise<void>;
	/** Unmounts what a slot holds and removes it. Resolves also where there is none. */
	removeSlot(slot: string): Promise<void>;
	/**
	 * Resolves when nothing serves a slot's disk any more though it is mounted; what is mounted by the kernel is served for ever. Rejects with the
	 * signal's reason.
	 */
	diskGone(slot: string, signal: AbortSignal): Promise<void>;
	/** The walk over what lies in a slot's `/outputs`. */
	walkOutputs(slot: string): WalkOutputs;
}
