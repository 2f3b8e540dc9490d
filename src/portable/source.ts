import { idOf, readRegistry } from '../agent/forge/registry/registry.ts';
import { CorruptFileError, ProblemError } from '../base/errors.ts';
import { closestName } from '../base/text/closest-name.ts';
import { sessionPathsIn } from '../store/session/layout.ts';
import { openSessions, viewCatalog, viewSession } from '../store/session/session-folder.ts';
import type { ToolVersions, VersionRef } from '../store/store.ts';

/** A tool as its source has it. */
export interface SourceTool {
	/** `<category>/<name>`. */
	readonly id: string;
	readonly versions: readonly number[];
	/** The version that is used where none is named. */
	readonly current: number;
	/** Versions that failed too often to be used unasked. */
	readonly quarantined: readonly number[];
}

/** Where tools are taken from. It is only read, and may change meanwhile. */
export interface Source {
	/** As people are told of it: `session local-1`, `catalog local`. */
	readonly title: string;
	readonly versions: ToolVersions;
	/** Host paths: its tools, laid out as a sandbox wants them in `/tools`, and a session's inputs. */
	readonly paths: { readonly tools: string; readonly inputs: string | undefined };
	/** Reads anew. Rejects with `CorruptFileError` when nothing can be told. */
	list(): Promise<Listing>;
}

export interface Listing {
	/** By name. */
	readonly tools: readonly SourceTool[];
	/** A sentence for each tool that was broken by hand. */
	readonly problems: readonly string[];
}

/**
 * The session or catalog that `where` names, by its id or as `session:<id>` or `catalog:<id>`; without it the session used last. Nothing is
 * made, locked or written. Rejects with a `ProblemError` where there is no such thing, or two.
 */
export async function findSource(home: string, where: string | undefined): Promise<Source> {
	await using sessions = openSessions(home);
	const known = [
		...(await sessions.list()).map((id) => ({ kind: 'session', id }) as const),
		...(await sessions.catalogs()).map((id) => ({ kind: 'catalog', id }) as const),
	];
	const found = known.filter(({ kind, id }) => where === id || where === `${kind}:${id}`);
	const [only, other] = where === undefined ? known.filter(({ kind }) => kind === 'session') : found;
	if (only === undefined) throw nothingThere(home, where, known);
	if (other !== undefined && where !== undefined) throw twoThere(only.id);
	return only.kind === 'session' ? sessionSource(home, only.id) : catalogSource(home, only.id);
}

type Known = readonly { readonly kind: string; readonly id: string }[];

function nothingThere(home: string, where: string | undefined, known: Known): ProblemError {
	if (known.length === 0 || where === undefined)
		return new ProblemError(
			`There is no session in "${home}"`,
			'Set THREADSMITH_HOME to the data folder that you mean',
		);
	const closest = closestName(
		where.replace(/^(session|catalog):/, ''),
		known.map(({ id }) => id),
	);
	const named = closest === undefined ? `There are: ${someOf(known)}` : `Did you mean ${closest}?`;
	return new ProblemError(`There is no session and no catalog "${where}" in "${home}"`, named);
}

function twoThere(id: string): ProblemError {
	return new ProblemError(`"${id}" is a session and a catalog`, `Name session:${id} or catalog:${id}`);
}

/** At most this many are named. */
const most = 8;

function someOf(known: Known): string {
	const named = known.slice(0, most).map(({ id }) => id);
	return [...named, ...(known.length > most ? [`${known.length - most} more`] : [])].join(', ');
}

/** A session's registry says what it has: a version on the disk that it does not know does not count. */
function sessionSource(home: string, id: string): Source {
	const view = viewSession(home, id);
	const { tools, inputs } = sessionPathsIn(home)(id).trees;
	return {
		title: `session ${id}`,
		versions: view.files.tools,
		paths: { tools, inputs },
		async list() {
			const entries = (await readRegistry(view)).tools.map((tool) => ({
				id: idOf(tool),
				versions: tool.versions.map(({ manifest }) => manifest.version),
				current: tool.current,
				quarantined: tool.versions.filter((entry) => entry.quarantined).map(({ manifest }) => manifest.version),
			}));
			return { tools: entries.sort(byId), problems: [] };
		},
	};
}

/** A catalog has no registry: the version that `current` names counts. */
function catalogSource(home: string, id: string): Source {
	const { path, tools } = viewCatalog(home, id);
	return {
		title: `catalog ${id}`,
		versions: tools,
		paths: { tools: path, inputs: undefined },
		async list() {
			const versions = Map.groupBy(await tools.list(), ({ tool }) => tool);
			const entries = await Promise.all([...versions].map(([tool, entries]) => catalogTool(tools, tool, entries)));
			return {
				tools: entries.filter((entry) => typeof entry === 'object').sort(byId),
				problems: entries.filter((entry) => typeof entry === 'string'),
			};
		},
	};
}

/** A sentence where its `current` is none; undefined where there is none (yet). */
async function catalogTool(
	kept: ToolVersions,
	id: string,
	entries: readonly VersionRef[],
): Promise<SourceTool | string | undefined> {
	try {
		const current = await kept.current(id);
		const versions = entries.map(({ version }) => version);
		return current === undefined ? undefined : { id, versions, current, quarantined: [] };
	} catch (error) {
		if (error instanceof CorruptFileError) return `${id} was changed by hand: ${error.message}`;
		throw error;
	}
}

function byId(one: SourceTool, other: SourceTool): number {
	return one.id < other.id ? -1 : 1;
}
