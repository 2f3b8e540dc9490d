import { inTurn } from '../../../base/in-turn.ts';
import type { PackageLock } from '../../../sandbox/sandbox.ts';
import type { SessionFolder } from '../../../store/store.ts';
import type { ToolCase } from '../draft/cases.ts';
import { hasUnnamedFiles } from '../files/unnamed-files.ts';
import { writtenFields } from '../files/written-fields.ts';
import { caps } from '../forge-deps.ts';
import { contentHash } from '../registry/content-hash.ts';
import { type Manifest, versionFiles } from '../registry/manifest.ts';
import {
	type ForgeCounters,
	idOf,
	isForgedHere,
	type Registry,
	readRegistry,
	unused,
	updateRegistry,
	type VersionEntry,
	withNewVersion,
} from '../registry/registry.ts';
import { type ForgeSpec, shownExample } from '../spec/spec.ts';
import type { ForgeRun } from './forge-run.ts';
import { isPortable } from './former.ts';

/** A draft that has passed everything, with all that is kept of it. */
export interface Finished {
	readonly spec: ForgeSpec;
	/** The whole of tool.py. */
	readonly code: string;
	readonly usage: string;
	/** The version before has them where this one has none. */
	readonly found: Manifest['found'];
	readonly dependencies: readonly string[];
	readonly lock: PackageLock | undefined;
	readonly cases: readonly ToolCase[];
	/** Tests that may leave the session, where those may not. */
	readonly madeUp: readonly ToolCase[] | undefined;
	readonly provenance: Manifest['provenance'];
}

/** The version's number, or a sentence for the Brain when the session has as many tools as it may. */
export type Registered = { readonly manifest: Manifest } | string;

/**
 * Keeps a finished draft as the current version of its tool: its files, then `current`, then in the registry, which is what counts. A
 * crash in between leaves a version that nobody uses; the same content is registered once. One after another: for runs that end at the
 * same time the cap holds, and of those for one tool the first counts.
 */
export function register(finished: Finished, run: ForgeRun, folder: SessionFolder): Promise<Registered> {
	return inTurn(folder.files.tools, () => registerNext(finished, run, folder));
}

async function registerNext(finished: Finished, run: ForgeRun, folder: SessionFolder): Promise<Registered> {
	const files = filesOf(finished);
	const sha256 = contentHash(files);
	const known = await readRegistry(folder);
	const versions = versionsOf(known, finished.spec);
	const same = versions.find(({ manifest }) => manifest.sha256 === sha256);
	if (same) return same;
	const problem = overtakenProblem(versions, finished) ?? fullProblem(known, finished.spec);
	if (problem !== undefined) return problem;
	const tool = idOf(finished.spec);
	const forgedAt = new Date().toISOString();
	const found = finished.found ?? versions.at(-1)?.manifest.found;
	const manifestOf = (version: number) => toManifest({ ...finished, found }, { version, sha256, forgedAt });
	const version = await folder.files.tools.add(tool, (number) => ({
		...files,
		[versionFiles.manifest]: `${JSON.stringify(manifestOf(number), null, '\t')}\n`,
	}));
	await folder.files.tools.point({ tool, version });
	const entry = { manifest: manifestOf(version), quarantined: false, use: unused };
	await updateRegistry(folder, (registry) => counted(withNewVersion(registry, entry), run, 'registered'));
	return entry;
}

function versionsOf({ tools }: Registry, spec: ForgeSpec): readonly VersionEntry[] {
	return tools.find((entry) => idOf(entry) === idOf(spec))?.versions ?? [];
}

/** The version that a call has registered before a crash cut it off. */
export async function madeBy(callId: string, folder: SessionFolder): Promise<VersionEntry | undefined> {
	const { tools } = await readRegistry(folder);
	const isOfCall = ({ manifest: { provenance } }: VersionEntry) =>
		provenance.call === callId && provenance.session === folder.id;
	return tools.flatMap(({ versions }) => versions).find(isOfCall);
}

/** Another version has come while this one was worked on: nobody has tested this one with what that one can. Pure. */
function overtakenProblem(versions: readonly VersionEntry[], { spec, provenance }: Finished): string | undefined {
	const newest = Math.max(0, ...versions.map(({ manifest }) => manifest.version));
	if (newest === (provenance.repairs ?? 0)) return undefined;
	return `Meanwhile version ${newest} of ${idOf(spec)} has come: call that one, or order a repair of it`;
}

/** Why the session can forge no further tool; a new version of one that there is, is none, nor is one of the catalog. Pure. */
export function fullProblem({ tools }: Registry, spec: ForgeSpec): string | undefined {
	const isNew = !tools.some((entry) => idOf(entry) === idOf(spec));
	const forged = tools.filter(isForgedHere).length;
	if (!isNew || forged < caps.session) return undefined;
	return `This session has forged ${forged} tools, and may forge ${caps.session}: use or repair one of them, or do it by bash`;
}

function filesOf({ code, cases, lock, madeUp }: Finished): Readonly<Record<string, string>> {
	return {
		[versionFiles.code]: code,
		[versionFiles.tests]: testsText(cases.filter(isPortable)),
		...(lock && { [versionFiles.lock]: lock.text }),
		...(madeUp && { [versionFiles.madeUp]: testsText(madeUp) }),
	};
}

/** A file of a version has up to 1 MiB. */
const mostTestBytes = 1_000_000;

/** A test a line, the first ones where they are too large together. */
function testsText(cases: readonly ToolCase[]): string {
	let bytes = 0;
	const lines = cases.map((test) => JSON.stringify(test));
	const fitting = lines.filter((line) => {
		bytes += Buffer.byteLength(line) + 2;
		return bytes < mostTestBytes;
	});
	return `[\n${fitting.join(',\n')}\n]\n`;
}

function toManifest(
	{ spec, usage, found, dependencies, lock, cases, provenance }: Finished,
	at: Pick<Manifest, 'version' | 'sha256' | 'forgedAt'>,
): Manifest {
	const { category, name, purpose, input, output, varies, capabilities } = spec;
	const example = shownExample(spec);
	return {
		format: 2,
		category,
		name,
		version: at.version,
		purpose,
		usage,
		...(found && { found }),
		input: { ...input },
		output: { ...output },
		example: { input: example?.input ?? {}, output: example?.output ?? {} },
		varies,
		capabilities: [...capabilities],
		looksAround: cases.some((test) => test.from !== 'coder' && hasUnnamedFiles(test)),
		written: [...writtenFields(cases)],
		dependencies: [...dependencies],
		...(lock && { env: lock.hash }),
		sha256: at.sha256,
		forgedAt: at.forgedAt,
		provenance,
	};
}

/** The registry with a run counted: how it ended, its tries, and why those that failed did. Pure. */
export function counted(
	registry: Registry,
	{ tries, calls = 0, dispute }: ForgeRun,
	outcome: 'registered' | 'givenUp',
): Registry {
	const { counters } = registry;
	const classes = tries.flatMap(({ refused }) => (refused ? [refused.class] : []));
	const refused: ForgeCounters['refused'] = { ...counters.refused };
	for (const name of classes) refused[name] = (refused[name] ?? 0) + 1;
	return {
		...registry,
		counters: {
			...counters,
			orders: counters.orders + 1,
			tries: counters.tries + tries.length,
			calls: (counters.calls ?? 0) + calls,
			...(dispute && { disputed: (counters.disputed ?? 0) + 1 }),
			[outcome]: counters[outcome] + 1,
			refused,
		},
	};
}
