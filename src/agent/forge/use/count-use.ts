import { type ToolEntry, type Use, type VersionEntry, withVersion } from '../registry/registry.ts';
import { mostFailures } from './tool-health.ts';

/** One run of a version. */
export interface Run {
	readonly input: Readonly<Record<string, unknown>>;
	/** How long it took. */
	readonly ms: number;
	/** ISO 8601. */
	readonly at: string;
}

/** Inputs that are kept with a version, and how many characters each may have: what is longer is not made a test. */
const mostFailed = 5;
const mostAccepted = 3;
const longest = 4000;

/** The tool after a run that went well. Pure. */
export function afterSuccess(tool: ToolEntry, version: number, run: Run): ToolEntry {
	return counted(tool, version, run, (use) => ({
		failuresInARow: 0,
		takenInputs: withInput(use.takenInputs, run.input, mostAccepted),
	}));
}

/**
 * The tool after a failure of its own. The third in a row sets the version aside: the newest older one that is not is the current one
 * then, if there is one. Pure.
 */
export function afterFailed(tool: ToolEntry, version: number, run: Run & { readonly error: string }): ToolEntry {
	const failed = counted(tool, version, run, (use) => ({
		failures: use.failures + 1,
		failuresInARow: use.failuresInARow + 1,
		lastError: run.error,
		failedInputs: withInput(use.failedInputs, run.input, mostFailed),
	}));
	const inARow = failed.versions.find(({ manifest }) => manifest.version === version)?.use.failuresInARow ?? 0;
	return inARow < mostFailures ? failed : setAside(failed, version);
}

function setAside(tool: ToolEntry, version: number): ToolEntry {
	const aside = withVersion(tool, version, (entry) => ({ ...entry, quarantined: true }));
	const older = newestSound(aside, version);
	return tool.current === version && older ? { ...aside, current: older.manifest.version } : aside;
}

/** The newest version before this one that is not quarantined. Pure. */
export function newestSound({ versions }: ToolEntry, before: number): VersionEntry | undefined {
	return versions
		.filter(({ manifest, quarantined }) => manifest.version < before && !quarantined)
		.toSorted((one, other) => one.manifest.version - other.manifest.version)
		.at(-1);
}

function counted(tool: ToolEntry, version: number, { ms, at }: Run, more: (use: Use) => Partial<Use>): ToolEntry {
	return withVersion(tool, version, (entry) => {
		const { use } = entry;
		return { ...entry, use: { ...use, calls: use.calls + 1, ms: use.ms + ms, lastAt: at, ...more(use) } };
	});
}

/** The newest stands last; the same one is kept once. */
function withInput(inputs: Use['takenInputs'], input: Run['input'], most: number): Use['takenInputs'] {
	const text = JSON.stringify(input);
	if (text.length > longest) return inputs;
	return [...inputs.filter((one) => JSON.stringify(one) !== text), { ...input }].slice(-most);
}
