import type Docker from 'dockerode';
import { z } from 'zod';
import type { ContainerSpec } from '../container/container-spec.ts';

/** One container, as Podman describes it. */
export interface ContainerFacts {
	readonly runtime: string;
	/** The host's id of its first process; 0 when none runs. */
	readonly pid: number;
	/** The host's id that is root inside; undefined where the container has no user namespace of its own. */
	readonly idBase: number | undefined;
}

/** Containers over Podman's API. Every call rejects with the service's own words, and with the signal's reason. */
export interface Engine {
	/** Makes a container, not running, and answers its id. */
	create(name: string, spec: ContainerSpec, signal: AbortSignal): Promise<string>;
	start(id: string, signal: AbortSignal): Promise<void>;
	/** Undefined when there is no such container. */
	inspect(id: string, signal: AbortSignal): Promise<ContainerFacts | undefined>;
	/** Kills and removes; resolves when it is gone. */
	remove(id: string, signal: AbortSignal): Promise<void>;
	/** Ids and labels of the containers, running or not, that carry this label (`name=value`). */
	list(label: string, signal: AbortSignal): Promise<ListedContainer[]>;
}

export interface ListedContainer {
	readonly id: string;
	readonly labels: Readonly<Record<string, string>>;
}

const inspected = z.object({
	OCIRuntime: z.string(),
	State: z.object({ Pid: z.number() }),
	HostConfig: z.object({ IDMappings: z.object({ UidMap: z.array(z.string()).nullish() }).nullish() }),
});

/** An engine that speaks to the service on that socket. Holds nothing open. */
export async function createEngine(socketPath: string): Promise<Engine> {
	// 30 MB of memory that a bot without sandboxes does not need
	const { default: Dockerode } = await import('dockerode');
	const docker = new Dockerode({ socketPath });
	return {
		async create(name, spec, signal) {
			const container = await docker.createContainer({ ...spec, name, abortSignal: signal });
			return container.id;
		},
		async start(id, signal) {
			await docker.getContainer(id).start({ abortSignal: signal });
		},
		async inspect(id, signal) {
			const answer = await inspectLibpod(docker, id, signal);
			return answer === undefined ? undefined : factsOf(inspected.parse(answer));
		},
		remove: (id, signal) => removeSurely(docker, id, signal),
		async list(label, signal) {
			const found = await docker.listContainers({ all: true, filters: { label: [label] }, abortSignal: signal });
			return found.map(({ Id, Labels }) => ({ id: Id, labels: Labels }));
		},
	};
}

/** Podman's own form: the Docker-compatible one does not tell the runtime. */
async function inspectLibpod(docker: Docker, id: string, signal: AbortSignal): Promise<unknown> {
	const { promise, resolve, reject } = Promise.withResolvers<unknown>();
	docker.modem.dial(
		{
			path: `/v4.0.0/libpod/containers/${id}/json`,
			method: 'GET',
			abortSignal: signal,
			statusCodes: { 200: true, 404: 'no such container' },
		},
		(error: unknown, answer: unknown) => (error ? reject(error) : resolve(answer)),
	);
	return promise.catch((error: unknown) => {
		if (statusOf(error) === 404) return undefined;
		throw error;
	});
}

function factsOf({ OCIRuntime, State, HostConfig }: z.infer<typeof inspected>): ContainerFacts {
	// Such as "0:1000000000:4096"
	const base = HostConfig.IDMappings?.UidMap?.[0]?.split(':')[1];
	return {
		runtime: OCIRuntime,
		pid: State.Pid,
		idBase: base === undefined ? undefined : Number(base),
	};
}

/** Podman now and then answers 500 ("device or resource busy") or 409 though the container is gone a moment later. */
async function removeSurely(docker: Docker, id: string, signal: AbortSignal): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			await docker.getContainer(id).remove({ force: true, abortSignal: signal });
			return;
		} catch (error) {
			signal.throwIfAborted();
			if (statusOf(error) === 404) return;
			if (attempt === removeAttempts) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
	}
}

const removeAttempts = 8;

/** The HTTP status of an answer that the client threw as an error, else undefined. */
export function statusOf(error: unknown): number | undefined {
	const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
	return typeof status === 'number' ? status : undefined;
}
