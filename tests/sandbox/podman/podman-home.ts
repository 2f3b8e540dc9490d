import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../../../src/base/log.ts';
import { defaultFileLimits } from '../../../src/sandbox/files/limits.ts';
import { withLabs } from '../../../src/sandbox/podman/container/lab-paths.ts';
import type { PodmanOptions } from '../../../src/sandbox/podman/container/options.ts';
import { defaultLimits } from '../../../src/sandbox/podman/container/sandbox-limits.ts';
import { serveHelper } from '../../../src/sandbox/podman/host/serve-helper.ts';
import { createPodmanSandboxes, type PodmanSandboxes } from '../../../src/sandbox/podman/podman-sandboxes.ts';
import { hasUnifiedGroups, rootlessHere, storageWords } from '../../../src/sandbox/podman/service/rootless.ts';
import { defaultStateDir } from '../../../src/sandbox/podman/service/state-folder.ts';
import type { SandboxHome } from '../../../src/sandbox/sandbox.ts';
import { homeFrom, pathsIn } from '../../support/session-home.ts';

/** A home of its own with sandboxes on real Podman. Disposing ends them and removes the home's data. */
export interface PodmanHome extends AsyncDisposable {
	readonly options: PodmanOptions;
	readonly sandboxes: PodmanSandboxes;
	home(session: string): SandboxHome;
	artifact(session: string, name: string): Promise<Uint8Array>;
}

/** The runtime that these tests are for: `npm run sandbox-test -- runsc` runs them on another. */
export const testedRuntime = z.enum(['auto', 'runc', 'crun', 'runsc']).parse(process.env['SANDBOX_RUNTIME'] ?? 'runc');

/**
 * For what is seen by the host's `/proc`, or needs `hidepid`, or that a command alone dies of: gVisor shows its processes to nobody but itself,
 * and all of them to each other, and dies as a whole. What holds there is in `own-kernel/`.
 */
export const itOnHostKernel = it.skipIf(testedRuntime === 'runsc');
export const describeOnGvisor = testedRuntime === 'runsc' ? describeWithPodman : describe.skip;

/** Podman's place where these tests run without root: as the service has it for this user. */
const rootless = rootlessHere('/');

/** Whether nothing holds a sandbox to its limits of memory, CPU and processes here. */
export const unenforced = rootless !== undefined && !hasUnifiedGroups();

/** As `itOnHostKernel`, for what only a limit ends: without one, such a test would take the machine with it. */
export const itHeldToLimits = it.skipIf(testedRuntime === 'runsc' || unenforced);

/** The mounts where sandboxes are: without root, in Podman's own namespace. */
export function mountsHere(): string {
	return rootless ? podmanCli('unshare', 'cat', '/proc/self/mountinfo') : readFileSync('/proc/self/mountinfo', 'utf8');
}

/** Runs Podman's command line on the images and containers that sandboxes here are of, and answers what it prints. */
export function podmanCli(...args: readonly string[]): string {
	return execFileSync('podman', [...storageWords(rootless), ...args], { stdio: 'pipe' }).toString();
}

/** The image that the set-up has built, or why these tests cannot run here. */
const found = findImage();
export const image = found.image ?? '';

/**
 * As `describe`, for tests that need Podman and the sandbox image, as root or as a user with ids for sandboxes. Where they are missing the tests are skipped and the title says
 * why; on a build server that is a failure.
 */
export function describeWithPodman(name: string, tests: () => void): void {
	if (found.image !== undefined) {
		describe(name, tests);
	} else if (process.env['CI'] === undefined) {
		describe.skip(`${name} (skipped: ${found.missing})`, tests);
	} else {
		describe(name, () => {
			it('has what it needs', () => expect(found.missing).toBeUndefined());
		});
	}
}

/** Options of a fresh home. */
export function podmanOptions(overrides: Partial<PodmanOptions> = {}): PodmanOptions {
	const { homeId = `test-${randomBytes(4).toString('hex')}` } = overrides;
	return {
		homeId,
		stateDir: defaultStateDir(homeId, rootless?.runtimeDir),
		image,
		runtime: testedRuntime,
		...(rootless && { rootless: { ...rootless, data: dataOf(homeId) }, accepted: ['unenforced-limits'] as const }),
		pathsOf: pathsBelow(dataOf(homeId)),
		limits: defaultLimits,
		timezone: 'UTC',
		fileLimits: defaultFileLimits,
		log: silentLogger,
		...overrides,
	};
}

export function podmanHome(overrides: Partial<PodmanOptions> = {}, diskBytes?: number): Promise<PodmanHome> {
	return isThroughHelper ? helpedHome(overrides, diskBytes) : openHome(podmanOptions(overrides), diskBytes);
}

/** Whether the sandboxes of these tests are had through root's helper: `npm run sandbox-test -- runc --through-helper`. */
const isThroughHelper = process.env['SANDBOX_THROUGH'] === 'helper';

/** As `podmanHome`, with sandboxes that a helper makes, at the other end of a line in this process. */
export async function helpedHome(overrides: Partial<PodmanOptions> = {}, diskBytes?: number): Promise<PodmanHome> {
	const options = podmanOptions(overrides);
	const [line, botsEnd] = duplexPair();
	await mkdir(dataOf(options.homeId), { recursive: true, mode: 0o700 });
	const serving = serveHelper({ ...options, ...servedHere(options), line }, never);
	const home = await openHome({ ...options, helper: { line: botsEnd } }, diskBytes);
	return {
		...home,
		// Others on the same options have no end of this line
		options,
		async [Symbol.asyncDispose]() {
			await home.sandboxes[Symbol.asyncDispose]();
			botsEnd.end();
			await serving;
			await home[Symbol.asyncDispose]();
		},
	};
}

/** How a helper serves a home of these tests to a user. */
export function servedHere({ homeId }: Pick<PodmanOptions, 'homeId'>, user = { uid: 0, gid: 0 }) {
	return { data: dataOf(homeId), most: { sandboxes: 24, diskBytes: 2 * 2 ** 30 }, user };
}

const never = new AbortController().signal;

async function openHome(options: PodmanOptions, diskBytes?: number): Promise<PodmanHome> {
	// Closed to others, as the folders of a person's home are
	const data = dataOf(options.homeId);
	await mkdir(data, { recursive: true, mode: 0o700 });
	const sandboxes = createPodmanSandboxes(options);
	return {
		options,
		sandboxes,
		home: (session) => homeFrom(session, options.pathsOf(session), diskBytes),
		artifact: (session, name) => readFile(join(options.pathsOf(session).outputs, name)),
		async [Symbol.asyncDispose]() {
			await sandboxes[Symbol.asyncDispose]();
			await rm(data, { recursive: true, force: true });
		},
	};
}

export function dataOf(homeId: string): string {
	return `/tmp/threadsmith-${homeId}`;
}

/** Where sessions lie in a data folder. */
export function pathsBelow(data: string): PodmanOptions['pathsOf'] {
	return withLabs((session) => pathsIn(join(data, 'sessions', session)), {
		sessions: join(data, 'sessions'),
		markers: join(data, 'labs'),
	});
}

function findImage(): { readonly image?: string; readonly missing?: string } {
	try {
		const { tag } = JSON.parse(readFileSync(new URL('../../../build/sandbox-image.json', import.meta.url), 'utf8'));
		podmanCli('image', 'exists', tag);
		return { image: tag };
	} catch (error) {
		return { missing: `no Podman or no sandbox image; npm test prepares both (${error})` };
	}
}
