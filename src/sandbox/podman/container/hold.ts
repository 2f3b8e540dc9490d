import { askedOfEach, limitProcesses, processLimits, readOfEach } from '../limits/process-limits.ts';
import { type LimitGround, limitWords, unenforcedLimits } from '../limits/unenforced.ts';
import { askedOfOwnKernel, readOwnKernel } from '../own-kernel/facts.ts';
import type { ContainerFacts } from '../service/engine.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';
import { hasUnifiedGroups } from '../service/rootless.ts';
import type { Cgroup } from './cgroup.ts';
import { differences, type Facts } from './differences.ts';
import { hostIdOf } from './namespace-group.ts';
import type { HostOptions } from './options.ts';
import { askedFacts, askedHome, readFacts, readHome } from './read-back.ts';
import { notAsAsked } from './start-problem.ts';

export interface Held {
	readonly options: HostOptions;
	/** Undefined: whichever a service that is not ours takes. */
	readonly runtime: string | undefined;
	/** Its uid 0, as it is counted where Podman runs. */
	readonly idBase: number;
	readonly container: ContainerFacts;
	readonly cgroup: Cgroup;
}

export interface ReadBack {
	/** The host's number of its uid 0. */
	readonly hostBase: number;
	/** The limits that nothing holds and the operator has accepted so, in words for people. */
	readonly unenforced: readonly string[];
}

/**
 * Reads back from the host that a running container is held as was asked for; without root, it sets the limits of each process first. Rejects
 * with `NotAsAsked` where it is not, with another `ProblemError` where limits are missing that nobody has accepted, and with the signal's reason.
 */
export async function readBack(held: Held, signal: AbortSignal): Promise<ReadBack> {
	return hasOwnKernel(held.container.runtime) ? readBackOwnKernel(held) : readBackHostKernel(held, signal);
}

/** Without root nothing shows what such a kernel is held to. */
async function readBackOwnKernel({ options, runtime, idBase, container, cgroup }: Held): Promise<ReadBack> {
	if (options.rootless !== undefined) throw notAsAsked(['what holds a kernel of its own is not shown without root']);
	refuseIf(askedOfOwnKernel(options.limits, runtime, idBase), await readOwnKernel(container, cgroup));
	return { hostBase: idBase, unenforced: [] };
}

async function readBackHostKernel(held: Held, signal: AbortSignal): Promise<ReadBack> {
	const { options, runtime, idBase, container, cgroup } = held;
	const hostBase = await hostIdOf(idBase, container.pid);
	const ofEach = processLimits(options);
	if (ofEach !== undefined) await limitProcesses(await cgroup.processes(), ofEach, signal);
	const found = {
		...(await readFacts(container, cgroup)),
		...(await readHome(container.pid)),
		...(await readOfEach(await cgroup.processes())),
	};
	const loose = unenforcedLimits(found, limitGround(options));
	const { limits, inMemory } = options;
	const asking = { limits, inMemory, runtime, idBase: hostBase };
	const facts = { ...askedFacts(asking), ...askedHome(asking), ...(ofEach && askedOfEach(ofEach)) };
	const asked = Object.entries(facts).filter(([name]) => !loose.includes(name));
	refuseIf(Object.fromEntries(asked), found);
	return { hostBase, unenforced: limitWords(loose) };
}

function limitGround({ rootless, accepted = [] }: HostOptions): LimitGround {
	if (rootless === undefined) return { accepted, groups: 'able' };
	return { accepted, groups: hasUnifiedGroups() ? 'v2' : 'v1' };
}

function refuseIf(asked: Facts, found: Facts): void {
	const different = differences(asked, found);
	if (different.length > 0) throw notAsAsked(different);
}
