import type { Duplex } from 'node:stream';
import type { Logger } from '../../../base/log.ts';
import type { IndexesPolicy } from '../../airlock/indexes/indexes-policy.ts';
import type { PackagePolicy } from '../../airlock/package-policy.ts';
import type { DiskRoom } from '../../files/disk/disk-room.ts';
import type { FileLimits } from '../../files/limits.ts';
import type { SandboxHome, TreeName } from '../../sandbox.ts';
import type { PoolRules } from '../boot/pool-rules.ts';
import type { ServeRelay } from '../boxes/kept-relay.ts';
import type { PlaceRules } from '../lifetime/places.ts';
import type { Acceptance } from '../limits/unenforced.ts';
import type { Rootless } from '../service/rootless.ts';
import type { RuntimeChoice } from '../service/runtimes.ts';
import type { ContainerSpec, InMemory } from './container-spec.ts';
import type { SandboxLimits } from './sandbox-limits.ts';

/** Whose sandboxes, and where they live on the host. */
export interface PodmanPlace {
	/** The data folder's id; labels our containers, so that no other home's are touched. */
	readonly homeId: string;
	/**
	 * Sockets, configuration and the slots that containers see; `/run/threadsmith/<homeId>` as root, in the user's folder there else. Its path must be
	 * short: a socket's is at most 107 bytes (unix(7)).
	 */
	readonly stateDir: string;
	/** The image's tag, or what is asked for it at each start; rejects with `ProblemError` while there is none. */
	readonly image: string | (() => Promise<string>);
	readonly runtime: RuntimeChoice;
	/** A Podman service to use in place of one of our own. */
	readonly socket?: string;
	/** Where this process is no root. */
	readonly rootless?: Rootless;
}

/** The tag of an image now. Rejects as {@link PodmanPlace.image} does. */
export async function imageNow({ image }: Pick<PodmanPlace, 'image'>): Promise<string> {
	return typeof image === 'string' ? image : await image();
}

/** The place on this host of a sandbox that nobody comes back to. */
export interface Passing {
	/** Holds all that it is given. */
	readonly folder: string;
	/** A file that is there for as long as the folder is, and longer. */
	readonly marker: string;
}

/** Where on this host lies what a session's sandbox is given, and where what it hands over goes; all absolute. */
export interface HostPaths {
	/** Sparse ext4 image: `/workspace` and `/outputs`. Made at the first use. */
	readonly disk: string;
	/** The folders that are mounted read-only. Made when missing. */
	readonly trees: Readonly<Record<TreeName, string>>;
	/** Where collected artifacts are copied to. */
	readonly outputs: string;
	/** Where pictures are kept as they were shown, of which no sandbox knows. Made when missing. */
	readonly seen: string;
	/** Where nothing of these outlives the sandbox. */
	readonly passing?: Passing;
}

/** All that decides of what containers are made, and how they are held. */
export interface HostOptions extends PodmanPlace {
	/** By the session's id, always the same for the same one. */
	readonly pathsOf: (session: string) => HostPaths;
	readonly limits: SandboxLimits;
	/** Default: as sessions' sandboxes have it. */
	readonly inMemory?: InMemory;
	/** Of what this machine cannot hold, the operator accepts this. */
	readonly accepted?: readonly Acceptance[];
	/** The time zone that their clocks show. */
	readonly timezone: string;
	/** Where the disks of waiting sandboxes lie; default: none may wait. */
	readonly pool?: Pick<PoolRules, 'folder'>;
	readonly log: Logger;
	/** Seams that only tests change. */
	readonly seams?: PodmanSeams;
}

export interface PodmanOptions extends HostOptions {
	readonly fileLimits: FileLimits;
	/** The package index, where there is one to be used. */
	readonly packages?: PackagePolicy;
	/** Undefined where set-ups of repositories can open no index. */
	readonly indexes?: IndexesPolicy;
	/** How many there may be at once; default: any number. */
	readonly places?: PlaceRules;
	/** Shared with whoever else fills the host's disk; default: nobody does. */
	readonly room?: DiskRoom;
	/** Brings what a sandbox is given up to date, before it starts. Rejects with the signal's reason. */
	readonly fill?: (paths: HostPaths, home: SandboxHome, signal: AbortSignal) => Promise<void>;
	/** Serves the relay of the model gateway, which each sandbox then has as long as it lives; default: none has. */
	readonly gateway?: ServeRelay;
	/** Sandboxes that wait for sessions; default: none. */
	readonly pool?: PoolRules;
	/**
	 * A process of root's that does all that takes rights (`serveHelper`), at the other end of this line: then this one needs none, and of the
	 * options that decide of containers only the helper's count. Default: this process does it.
	 */
	readonly helper?: HelperEnd;
}

export interface HelperEnd {
	/** Which of its sandboxes are meant; default: those of sessions. Both are had over one line. */
	readonly of?: 'agents';
	/**
	 * Of whoever made it; sandboxes never end it. When it ends, so does every sandbox, and none can be had any more. A socket may be one that keeps
	 * nobody waiting: it does while something is asked.
	 */
	readonly line: Duplex & { ref?(): unknown; unref?(): unknown };
	/** Whoever started the helper has seen that no dead process of this home has left anything: nothing is asked of it before there is a sandbox. */
	readonly isClear?: boolean;
}

export interface PodmanSeams {
	/** Where programs are looked for. */
	readonly path?: string;
	/** Ms since the epoch. */
	readonly now?: () => number;
	/** Changes a container on its way to Podman, so as to see that a wrong one is refused. */
	readonly alterSpec?: (spec: ContainerSpec) => ContainerSpec;
}
