import { ProblemError } from '../../../base/errors.ts';
import type { Facts } from '../container/differences.ts';

/** An operator may accept these by name (`SANDBOX_ACCEPT`). */
export type Acceptance = 'unenforced-limits';

/** The limits that a machine may be unable to hold without root, and what people call them. */
const limits: Readonly<Record<string, string>> = {
	'memory limit': 'memory',
	'memory and swap limit': 'memory',
	'CPU limit': 'CPU',
	'process limit': 'processes',
};

/** The facts of this machine that decide on limits. */
export interface LimitGround {
	readonly accepted: readonly Acceptance[];
	/** `able`: it is root, and can hold what it is asked for. `v1`, `v2`: the control groups that there are without root. */
	readonly groups: 'able' | 'v1' | 'v2';
}

/**
 * The limits that were asked for and that nothing holds: names of facts. None where the machine can hold them, as then they count like all
 * facts. Throws a `ProblemError` where nobody has accepted it. Pure.
 */
export function unenforcedLimits(found: Facts, { accepted, groups }: LimitGround): readonly string[] {
	if (groups === 'able') return [];
	const loose = Object.keys(limits).filter((name) => [0, 'not known', undefined].includes(found[name]));
	if (loose.length > 0 && !accepted.includes('unenforced-limits')) throw refusal(loose, groups);
	return loose;
}

/** The limits, once each and in words for people: memory, CPU, processes. Pure. */
export function limitWords(names: readonly string[]): readonly string[] {
	return [...new Set(names.map((name) => limits[name] ?? name))];
}

const whys = {
	v1: 'without root, control groups of the first version hold nobody to any',
	v2: "this user's systemd is not handed the control groups that it takes",
};

const mends = {
	v1: 'Boot with control groups of the second version (systemd.unified_cgroup_hierarchy=1)',
	v2: 'Run: printf "[Service]\\nDelegate=cpu memory pids\\n" | sudo install -D /dev/stdin /etc/systemd/system/user@.service.d/delegate.conf; then log in anew',
};

function refusal(loose: readonly string[], groups: 'v1' | 'v2'): ProblemError {
	return new ProblemError(
		`Cannot use the sandbox: it has no limit on ${limitWords(loose).join(', ')}: ${whys[groups]}`,
		`${mends[groups]}; or run Threadsmith as root; or accept it with SANDBOX_ACCEPT=unenforced-limits`,
	);
}
