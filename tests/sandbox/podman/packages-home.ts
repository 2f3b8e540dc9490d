import type { PackagePolicy } from '../../../src/sandbox/airlock/package-policy.ts';
import type { Installation, PackageLock, Resolution, Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type FakeIndex, startFakeIndex } from '../../support/fake-index/fake-index.ts';
import { type HostProcess, hostProcesses } from './host-processes.ts';
import { type PodmanHome, podmanCli, podmanHome } from './podman-home.ts';
import { never } from './run-in.ts';

/** Sandboxes with a package index of the test's own. */
export interface PackagesHome extends AsyncDisposable {
	readonly index: FakeIndex;
	readonly home: PodmanHome;
	acquire(session: string): Promise<Sandbox>;
	/** What runs in the session's container, seen from the host. */
	inside(session: string): HostProcess[];
}

export async function packagesHome(overrides: Partial<PackagePolicy> = {}): Promise<PackagesHome> {
	const index = await startFakeIndex();
	const policy = { index: index.url, leastAgeDays: 7, sessionBytes: 50e6, seconds: 30, ...overrides };
	const home = await podmanHome({ packages: policy }, 128 * 2 ** 20);
	return {
		index,
		home,
		acquire: (session) => home.sandboxes.acquire(home.home(session), never),
		inside: (session) => processesOf(home, session),
		async [Symbol.asyncDispose]() {
			await home[Symbol.asyncDispose]();
			await index[Symbol.asyncDispose]();
		},
	};
}

function processesOf({ options }: PodmanHome, session: string): HostProcess[] {
	const filters = ['--filter', `label=session=${session}`, '--filter', `label=home=${options.homeId}`];
	const id = podmanCli('ps', '-q', '--no-trunc', ...filters).trim();
	return id === '' ? [] : hostProcesses().filter(({ groups }) => groups.includes(id));
}

/** Those of the airlock and of what it is opened for. */
export function airlockProcesses(all: readonly HostProcess[]): HostProcess[] {
	return all.filter(({ command }) => command.includes('airlock-relay') || command.startsWith('uv '));
}

export function resolve(sandbox: Sandbox, requirements: readonly string[], signal = never): Promise<Resolution> {
	return sandbox.packages.resolve({ requirements, undated: false }, { signal });
}

export function install(sandbox: Sandbox, lock: PackageLock, signal = never): Promise<Installation> {
	return sandbox.packages.install(lock.text, { signal });
}

/** The lock of requirements that must be there. */
export async function lockOf(sandbox: Sandbox, ...requirements: readonly string[]): Promise<PackageLock> {
	const found = await resolve(sandbox, requirements);
	if (found.kind !== 'locked') throw new Error(`Not locked: ${JSON.stringify(found)}`);
	return found.lock;
}
