import { createHash } from 'node:crypto';
import { installPackages } from '../../../../src/agent/forge/bash-packages/install-packages.ts';
import type { PackageRules } from '../../../../src/agent/forge/forge-deps.ts';
import type { CallFacts, ToolContext, ToolOutcome } from '../../../../src/agent/tool.ts';
import type { PackageLock, Packages } from '../../../../src/sandbox/sandbox.ts';
import { openSessions } from '../../../../src/store/session/session-folder.ts';
import type { SessionFolder } from '../../../../src/store/store.ts';
import { createFakeSandboxes, type FakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { homeOf } from '../../../support/session-home.ts';

/** A session's disk as the guest keeps it: the environments that are there, and those that commands see. */
export interface FakeDisk {
	readonly envs: Set<string>;
	seen: readonly string[];
}

export interface OpenPackages extends AsyncDisposable {
	readonly folder: SessionFolder;
	readonly sandboxes: FakeSandboxes;
	readonly disk: FakeDisk;
	readonly said: string[];
	install(
		packages: unknown,
		call?: Partial<Pick<CallFacts, 'id' | 'answer'>> & { turn?: string },
	): Promise<ToolOutcome>;
}

export function lockOf(...lines: readonly string[]): PackageLock {
	const text = lines.map((line) => `${line} --hash=sha256:${'a'.repeat(64)}\n`).join('');
	const packages = lines.map((line) => {
		const [name = '', version = ''] = line.split('==');
		return { name, version, uploadedAt: '2020-01-01T00:00:00Z' };
	});
	return { hash: hashOf(text), text, packages };
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** `install_packages` on real session folders, an index of the test's own, and a disk that outlives sandboxes. */
export async function openPackages(given: {
	readonly home: string;
	readonly resolve: Packages['resolve'];
	readonly install?: Packages['install'];
	readonly disk?: FakeDisk;
	readonly rules?: Partial<PackageRules>;
}): Promise<OpenPackages> {
	const sessions = openSessions(given.home);
	const folder = await sessions.open('local-packages');
	const disk = given.disk ?? { envs: new Set<string>(), seen: [] };
	const said: string[] = [];
	const sandboxes = createFakeSandboxes({
		tools: { use_packages: ({ envs }) => use(disk, envs as readonly string[]) },
		packages: {
			resolve: given.resolve,
			install: async (text, watch) => {
				if (disk.envs.has(hashOf(text))) return { kind: 'installed' };
				const made = (await given.install?.(text, watch)) ?? ({ kind: 'installed' } as const);
				if (made.kind === 'installed') disk.envs.add(hashOf(text));
				return made;
			},
		},
	});
	const tool = installPackages({ allowed: [], enabled: true, ...given.rules });
	const { signal } = new AbortController();
	return {
		folder,
		sandboxes,
		disk,
		said,
		install: (packages, { id = 'c1', answer, turn = 't1' } = {}) =>
			tool.run(
				{ packages },
				{
					session: {
						id: folder.id,
						folder,
						history: () => ({ open: { id: turn } }),
					} as unknown as ToolContext['session'],
					call: { id, thread: { platform: 'terminal', id: 'p' }, person: { id: 'local', name: 'Ada' }, answer },
					sandbox: () => sandboxes.acquire(homeOf(folder), signal),
					output: (piece) => typeof piece === 'string' && said.push(piece),
					signal,
				},
			),
		[Symbol.asyncDispose]: async () => {
			await sandboxes[Symbol.asyncDispose]();
			await sessions[Symbol.asyncDispose]();
		},
	};
}

function use(disk: FakeDisk, envs: readonly string[]) {
	const missing = envs.find((one) => !disk.envs.has(one));
	if (missing !== undefined) return { ok: true, text: 'Not there', data: { missing } };
	disk.seen = envs;
	return { ok: true, text: 'Used', data: { used: true } };
}
