import { execFile } from 'node:child_process';
import { readFile, rmdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '../../src/base/errors.ts';
import { findCgroupFolders } from '../../src/sandbox/podman/container/cgroup.ts';
import { rootlessEnv, rootlessHere, storageWords } from '../../src/sandbox/podman/service/rootless.ts';
import { systemPath } from '../../src/sandbox/podman/service/run-program.ts';
import { defaultStateDir } from '../../src/sandbox/podman/service/state-folder.ts';

/** Podman's own command line on the containers of one home, configured as its service is. Answers standard output. */
export type PodmanCli = (...args: readonly string[]) => Promise<string>;

/** Where this process's sandboxes live when it is no root's. */
const rootless = rootlessHere('/');
const hostEnv = { PATH: systemPath, HOME: homedir(), ...rootlessEnv(rootless) };

/** What each call of Podman on the containers of a home begins with, and its environment. */
export function podmanCall(stateDir: string): { readonly words: readonly string[]; readonly env: NodeJS.ProcessEnv } {
	const env = { ...hostEnv, CONTAINERS_CONF: join(stateDir, 'service', 'containers.conf') };
	return { words: storageWords(rootless), env };
}

export function podmanCli(stateDir: string): PodmanCli {
	const { words, env } = podmanCall(stateDir);
	return async (...args) => (await promisify(execFile)('podman', [...words, ...args], { env })).stdout;
}

/**
 * Removes what a home that has ended may have left when its last start was called off: a container that came into being after all, and the
 * folders of a slot that was still being taken down.
 */
export async function removeLeftOvers(homeId: string): Promise<void> {
	const podman = (...args: string[]) =>
		promisify(execFile)('podman', [...storageWords(rootless), ...args], { env: hostEnv });
	const { stdout } = await podman('ps', '--all', '--quiet', '--filter', `label=home=${homeId}`);
	const left = stdout.split('\n').filter(Boolean);
	if (left.length > 0) await podman('rm', '--force', ...left);
	const stateDir = defaultStateDir(homeId, rootless?.runtimeDir);
	for (const folder of [join(stateDir, 'slots'), stateDir]) await removeEmptied(folder);
}

async function removeEmptied(folder: string): Promise<void> {
	for (let tries = 0; tries < 40; tries += 1) {
		const failure = await rmdir(folder).then(() => undefined, codeOf);
		if (failure !== 'ENOTEMPTY') return;
		await delay(50);
	}
}

/** A running container as the host sees it. */
export interface HostContainer {
	readonly id: string;
	/** The host's id of its first process. */
	readonly pid: number;
}

/** The running containers that carry this label (`name=value`). */
export async function containersWith(label: string, podman: PodmanCli): Promise<HostContainer[]> {
	const text = await podman('ps', '--no-trunc', '--filter', `label=${label}`, '--format', '{{.ID}} {{.Pid}}');
	const lines = text.split('\n').filter(Boolean);
	return lines.map((line) => ({ id: line.split(' ')[0] ?? '', pid: Number(line.split(' ')[1]) }));
}

/** The working memory of a container, bytes: what its control group is charged for, without file pages that can be dropped at once. */
export async function memoryOf(container: HostContainer): Promise<number> {
	const folders = await findCgroupFolders(container.pid, container.id);
	const v1 = folders.get('memory');
	const folder = v1 ?? folders.get('') ?? '';
	const used = await readFile(join(folder, v1 === undefined ? 'memory.current' : 'memory.usage_in_bytes'), 'utf8');
	const stat = await readFile(join(folder, 'memory.stat'), 'utf8');
	const inactive = /^total_inactive_file (\d+)$/m.exec(stat)?.[1] ?? /^inactive_file (\d+)$/m.exec(stat)?.[1] ?? '0';
	return Number(used) - Number(inactive);
}
