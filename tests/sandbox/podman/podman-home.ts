import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { defaultFileLimits } from '../../../src/sandbox/files/limits.ts';
import type { PodmanOptions } from '../../../src/sandbox/podman/container/options.ts';
import { defaultLimits } from '../../../src/sandbox/podman/container/sandbox-limits.ts';
import { createPodmanSandboxes, type PodmanSandboxes } from '../../../src/sandbox/podman/podman-sandboxes.ts';
import type { SandboxHome } from '../../../src/sandbox/sandbox.ts';

/** A home of its own with sandboxes on real Podman. Disposing ends them and removes the home's data. */
export interface PodmanHome extends AsyncDisposable {
	readonly options: PodmanOptions;
	readonly sandboxes: PodmanSandboxes;
	home(session: string): SandboxHome;
}

/** The image that the set-up has built, or why these tests cannot run here. */
const found = findImage();
export const image = found.image ?? '';

/**
 * As `describe`, for tests that need Podman, root and the sandbox image. Where they are missing the tests are skipped and the title says
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
	const homeId = `test-${randomBytes(4).toString('hex')}`;
	return {
		homeId,
		stateDir: `/run/threadsmith/${homeId}`,
		image,
		runtime: 'auto',
		limits: { ...defaultLimits, diskBytes: 64 * 2 ** 20 },
		fileLimits: defaultFileLimits,
		log: silentLogger,
		...overrides,
	};
}

export async function podmanHome(overrides: Partial<PodmanOptions> = {}): Promise<PodmanHome> {
	const options = podmanOptions(overrides);
	// Closed to others, as the folders of a person's home are
	const data = `/tmp/threadsmith-${options.homeId}`;
	await mkdir(data, { recursive: true, mode: 0o700 });
	const sandboxes = createPodmanSandboxes(options);
	return {
		options,
		sandboxes,
		home: (session) => sessionHome(data, session),
		async [Symbol.asyncDispose]() {
			await sandboxes[Symbol.asyncDispose]();
			await rm(data, { recursive: true, force: true });
		},
	};
}

export function sessionHome(data: string, session: string): SandboxHome {
	const folder = join(data, 'sessions', session);
	const mounts = { inputs: join(folder, 'inputs'), tools: join(folder, 'forged'), memories: join(folder, 'memories') };
	return { session, disk: join(folder, 'disk.img'), mounts, outputs: join(folder, 'outputs') };
}

function findImage(): { readonly image?: string; readonly missing?: string } {
	if (process.getuid?.() !== 0) return { missing: 'not root' };
	try {
		const { tag } = JSON.parse(readFileSync(new URL('../../../build/sandbox-image.json', import.meta.url), 'utf8'));
		execFileSync('podman', ['image', 'exists', tag], { stdio: 'pipe' });
		return { image: tag };
	} catch (error) {
		return { missing: `no Podman or no sandbox image; npm test prepares both (${error})` };
	}
}
