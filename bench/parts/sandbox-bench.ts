import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '../../src/base/log.ts';
import { defaultFileLimits } from '../../src/sandbox/files/limits.ts';
import type { PoolRules } from '../../src/sandbox/podman/boot/pool-rules.ts';
import type { HostPaths, PodmanOptions } from '../../src/sandbox/podman/container/options.ts';
import { defaultLimits } from '../../src/sandbox/podman/container/sandbox-limits.ts';
import { createPodmanSandboxes, type PodmanSandboxes } from '../../src/sandbox/podman/podman-sandboxes.ts';
import { rootlessHere } from '../../src/sandbox/podman/service/rootless.ts';
import { defaultStateDir } from '../../src/sandbox/podman/service/state-folder.ts';
import type { CallResult, Sandbox, SandboxHome } from '../../src/sandbox/sandbox.ts';
import { treeIn } from '../../src/store/files/folder-tree.ts';
import type { BenchContext } from '../bench.ts';
import { containersWith, type HostContainer, type PodmanCli, podmanCli, removeLeftOvers } from './podman-cli.ts';
import { sandboxImage } from './sandbox-image.ts';
import { tempHome } from './temp-home.ts';

/** Sandboxes as they are shipped, on a home of their own. Disposing ends them and removes what they left. */
export interface SandboxBench extends AsyncDisposable {
	readonly sandboxes: PodmanSandboxes;
	readonly image: string;
	readonly stateDir: string;
	home(session: string): SandboxHome;
	readonly pathsOf: PodmanOptions['pathsOf'];
	/** The session's running sandbox, or a new one. */
	acquire(session: string): Promise<Sandbox>;
}

export interface SandboxBenchOptions {
	/** Where sessions lie that there are already; default: in the home. */
	readonly paths?: PodmanOptions['pathsOf'];
	/** Of a home; default: none stands ready. */
	readonly pool?: (home: string) => PoolRules;
	/** Default: runc. */
	readonly runtime?: PodmanOptions['runtime'];
}

export async function openSandboxBench(
	{ signal }: BenchContext,
	{ paths, pool, runtime = 'runc' }: SandboxBenchOptions = {},
): Promise<SandboxBench> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	// Closed to others, as the folders of a person's home are
	await chmod(path, 0o700);
	const homeId = `bench-${randomBytes(4).toString('hex')}`;
	const rootless = rootlessHere(path);
	const stateDir = defaultStateDir(homeId, rootless?.runtimeDir);
	const image = await sandboxImage();
	const pathsOf = paths ?? ((session) => pathsIn(join(path, session)));
	building.defer(() => removeLeftOvers(homeId));
	const sandboxes = building.use(
		createPodmanSandboxes({
			homeId,
			stateDir,
			image,
			runtime,
			...(rootless && { rootless, accepted: ['unenforced-limits'] as const }),
			pathsOf,
			limits: defaultLimits,
			timezone: 'UTC',
			fileLimits: defaultFileLimits,
			...(pool && { pool: pool(path) }),
			log: silentLogger,
		}),
	);
	await sandboxes.prepare(signal);
	const home = (session: string) => homeFrom(session, pathsOf(session));
	const parts = building.move();
	return {
		sandboxes,
		image,
		stateDir,
		home,
		pathsOf,
		acquire: (session) => sandboxes.acquire(home(session), signal),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** 2 GB, as it is by default. */
export const diskBytes = 2 * 2 ** 30;

function homeFrom(session: string, { trees }: HostPaths): SandboxHome {
	const { inputs, tools, memories } = trees;
	return {
		session,
		diskBytes,
		trees: { inputs: treeIn(inputs), tools: treeIn(tools), memories: treeIn(memories) },
	};
}

function pathsIn(folder: string): HostPaths {
	const below = (name: string) => join(folder, name);
	const trees = { inputs: below('inputs'), tools: below('tools'), memories: below('memories') };
	return { disk: below('disk.img'), trees, outputs: below('outputs'), seen: below('seen') };
}

/** The container of a session's running sandbox. */
export async function containerOf(session: string, podman: PodmanCli): Promise<HostContainer> {
	const [found] = await containersWith(`session=${session}`, podman);
	if (found === undefined) throw new Error(`There is no container of session "${session}"`);
	return found;
}

/** Podman's command line on the same containers. */
export function cliOf({ stateDir }: SandboxBench): PodmanCli {
	return podmanCli(stateDir);
}

/** Runs a command in the sandbox's bash; rejects when it fails. */
export async function bash(sandbox: Sandbox, command: string, signal: AbortSignal): Promise<string> {
	return textOf(await sandbox.call({ tool: 'bash', args: { command } }, { signal }));
}

/** The text of a call that went well; a benchmark of one that did not would be of nothing. */
export function textOf({ ok, text }: CallResult): string {
	if (!ok) throw new Error(`A call in the sandbox failed: ${text}`);
	return text;
}
