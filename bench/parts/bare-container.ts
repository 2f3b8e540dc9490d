import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { containerSpec } from '../../src/sandbox/podman/container/container-spec.ts';
import { defaultLimits } from '../../src/sandbox/podman/container/sandbox-limits.ts';
import { attach } from '../../src/sandbox/podman/guest-link/attach.ts';
import { createEngine } from '../../src/sandbox/podman/service/engine.ts';
import { hasOwnKernel } from '../../src/sandbox/podman/service/own-kernel.ts';
import { stateFolder } from '../../src/sandbox/podman/service/state-folder.ts';

/** A container like a sandbox's, that only shows a sign of life and waits. Disposing removes it. */
export interface BareContainer extends AsyncDisposable {
	readonly id: string;
}

export interface BareOptions {
	readonly image: string;
	/** Of a home whose Podman service runs. */
	readonly stateDir: string;
	/** Of its sandboxes. */
	readonly runtime: string;
	readonly command: readonly string[];
}

/** Prints a line and waits for end of file. */
export const signOfLife = ['sh', '-c', 'echo up; exec cat'] as const;

/**
 * Creates, attaches to and starts a container of the sandboxes' image and spec, but without the session's mounts and the guest. Resolves
 * with the first output.
 */
export async function startBare(
	{ image, stateDir, runtime, command }: BareOptions,
	signal: AbortSignal,
): Promise<BareContainer> {
	await using undo = new AsyncDisposableStack();
	const { service, files } = stateFolder(stateDir);
	const { hosts, resolv, seccomp, ownKernel } = files;
	if (hasOwnKernel(runtime)) await letPass([dirname(stateDir), stateDir, dirname(hosts)]);
	const socketPath = join(service, 'podman.sock');
	const engine = await createEngine(socketPath);
	const spec = containerSpec({
		image,
		limits: defaultLimits,
		timezone: 'UTC',
		labels: { home: basename(stateDir) },
		files: { hosts, resolv, seccomp: hasOwnKernel(runtime) ? ownKernel : seccomp, slot: '/nowhere' },
	});
	const binds = spec.HostConfig?.Binds?.filter((bind) => !bind.startsWith('/nowhere')) ?? [];
	const bare = { ...spec, Cmd: [...command], HostConfig: { ...spec.HostConfig, Binds: binds } };
	const name = `threadsmith-bare-${randomBytes(4).toString('hex')}`;
	const id = await engine.create(name, bare, signal);
	undo.defer(() => engine.remove(id, AbortSignal.timeout(20_000)));
	const stream = await attach(socketPath, id, signal);
	undo.defer(() => void stream.destroy());
	await Promise.all([once(stream, 'data', { signal }), engine.start(id, signal)]);
	const held = undo.move();
	return { id, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** There the container's own ids open what is bound into it, and pass through these folders, as for a sandbox. */
async function letPass(folders: readonly string[]): Promise<void> {
	for (const folder of folders) await chmod(folder, ((await stat(folder)).mode & 0o7777) | 0o011);
}
