import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '../../src/base/log.ts';
import { defaultFileLimits } from '../../src/sandbox/files/limits.ts';
import { defaultLimits } from '../../src/sandbox/podman/container/sandbox-limits.ts';
import { createPodmanSandboxes, type PodmanSandboxes } from '../../src/sandbox/podman/podman-sandboxes.ts';
import { defaultStateDir } from '../../src/sandbox/podman/service/state-folder.ts';
import type { CallResult, Sandbox, SandboxHome } from '../../src/sandbox/sandbox.ts';
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
	/** The session's running sandbox, or a new one. */
	acquire(session: string): Promise<Sandbox>;
}

export async function openSandboxBench({ signal }: BenchContext): Promise<SandboxBench> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	// Closed to others, as the folders of a person's home are
	await chmod(path, 0o700);
	const homeId = `bench-${randomBytes(4).toString('hex')}`;
	const stateDir = defaultStateDir(homeId);
	const image = await sandboxImage();
	building.defer(() => removeLeftOvers(homeId));
	const sandboxes = building.use(
		createPodmanSandboxes({
			homeId,
			stateDir,
			image,
			runtime: 'auto',
			limits: defaultLimits,
			fileLimits: defaultFileLimits,
			log: silentLogger,
		}),
	);
	await sandboxes.prepare(signal);
	const home = (session: string): SandboxHome => homeOf(path, session);
	const parts = building.move();
	return {
		sandboxes,
		image,
		stateDir,
		home,
		acquire: (session) => sandboxes.acquire(home(session), signal),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

function homeOf(data: string, session: string): SandboxHome {
	const folder = join(data, session);
	const mounts = { inputs: join(folder, 'inputs'), tools: join(folder, 'tools'), memories: join(folder, 'memories') };
	return { session, disk: join(folder, 'disk.img'), mounts, outputs: join(folder, 'outputs') };
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
