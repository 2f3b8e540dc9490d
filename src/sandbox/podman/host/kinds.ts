import { settleAll } from '../../../base/settle.ts';
import type { OpenFolder } from '../../files/folder.ts';
import type { HostOptions } from '../container/options.ts';
import type { Errand } from '../guest-link/relay.ts';
import type { Host } from './host.ts';
import { createNearHost } from './near-host.ts';
import { type ServedBox, type ServedBoxes, serveBoxes } from './served-boxes.ts';

/** The most that the bot may ask for: containers at once, waiting ones too, and bytes of one disk. */
export interface MostSandboxes {
	readonly sandboxes: number;
	readonly diskBytes: number;
}

export interface KindOptions {
	readonly options: HostOptions;
	readonly most: MostSandboxes;
}

/** The sandboxes of sessions, or those of coding agents' runs. Disposing ends them all, and their Podman's service. */
interface Kind extends AsyncDisposable {
	readonly host: Host;
	readonly boxes: ServedBoxes;
	readonly most: MostSandboxes;
	/** May be started in them, and no others. */
	readonly errands: readonly Errand[];
}

export interface Kinds extends AsyncDisposable {
	/** Throws where none of this kind are to be had. */
	of(kind: 'agents' | undefined): Kind;
	/** Clears what dead processes have left of either: that of agents goes whether or not one is asked for again. Rejects as `Host.clear` does. */
	clear(): Promise<void>;
	/** The container of a handle, with its kind. Throws where there is none. */
	find(handle: string): { readonly box: ServedBox; readonly kind: Kind };
}

/** The kind of a name: a session's, a lab's or a run's, and to which a `boot` goes by that. Pure. */
export function kindOfName(name: string): 'agents' | undefined {
	return name.startsWith('agent ') ? 'agents' : undefined;
}

/** Makes nothing before it is asked for. What cannot be removed in the end is logged. */
export function createKinds(sessions: KindOptions, agents: KindOptions | undefined, openFolder: OpenFolder): Kinds {
	const first = createKind(sessions, ['resolve', 'install'], openFolder);
	const second = agents && createKind(agents, ['gateway'], openFolder);
	const all = second ? [first, second] : [first];
	return {
		of(kind) {
			const found = kind === 'agents' ? second : first;
			if (found === undefined) throw new Error('there are no sandboxes of coding agents here');
			return found;
		},
		find(handle) {
			const kind = all.find(({ boxes }) => boxes.has(handle)) ?? first;
			return { box: kind.boxes.of(handle), kind };
		},
		async clear() {
			await settleAll(all.map(({ host }) => host.clear()));
		},
		async [Symbol.asyncDispose]() {
			for (const kind of all) await kind[Symbol.asyncDispose]();
		},
	};
}

function createKind({ options, most }: KindOptions, errands: Kind['errands'], openFolder: OpenFolder): Kind {
	const host = createNearHost(options, openFolder);
	const boxes = serveBoxes(host, most.sandboxes);
	return {
		...{ host, boxes, most, errands },
		async [Symbol.asyncDispose]() {
			// One that cannot be removed is a left-over, which the next start removes
			await boxes[Symbol.asyncDispose]().catch((error: unknown) =>
				options.log.error('Sandbox cannot be removed', { err: error }),
			);
			await host[Symbol.asyncDispose]();
		},
	};
}
