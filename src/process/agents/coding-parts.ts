import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codingAgents } from '../../agent/coding/agents.ts';
import { type Coding, createCoding } from '../../agent/coding/coding.ts';
import type { CodingAgent } from '../../agent/coding/coding-agent.ts';
import type { AgentWork, CodingDeps } from '../../agent/coding/run/coding-deps.ts';
import { messageOf } from '../../base/errors.ts';
import { lazy } from '../../base/lazy.ts';
import type { Logger } from '../../base/log.ts';
import type { Config } from '../../config/config.ts';
import { upstreamsOf } from '../../config/gateway-config.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PodmanBoxes } from '../../sandbox/podman/boxes/podman-boxes.ts';
import type { PodmanSandboxes } from '../../sandbox/podman/podman-sandboxes.ts';
import type { Sandboxes } from '../../sandbox/sandbox.ts';
import { createRedactor } from '../../store/session/redact.ts';
import type { Sessions } from '../../store/store.ts';
import type { BoxesHere } from './agent-boxes.ts';
import { hasLeftBoxes } from './left-boxes.ts';

export interface CodingOfHome extends Coding {
	/** Their keys; none before an agent was asked for. */
	readonly keys: Pick<Gateway, 'keys' | 'revoke'>;
	/** Ends what agents do in a session, and resolves when nothing of them is left but their disks. */
	endOf(session: string): Promise<void>;
}

export interface CodingHere extends Omit<BoxesHere, 'gateway' | 'image'> {
	/** Those of sessions. */
	readonly sandboxes: Pick<Sandboxes, 'acquire'>;
	/** The name of the model that the Brain's endpoint thinks with. */
	readonly brain: string;
	readonly log: Logger;
}

/**
 * Coding agents as they are configured. Boxes, gateway and the agents' protocol are made when the first agent is asked for: a bot without agents pays
 * nothing for them.
 */
export function codingOf(config: Config, here: CodingHere): CodingOfHome {
	const { settings } = config;
	const log = here.log.child({ part: 'agents' });
	let gateway: Gateway | undefined;
	const means = lazy(async () => {
		const made = await meansOf(config, here);
		gateway = made.gateway;
		return made;
	});
	void hasLeftBoxes(here)
		.then((left) => (left ? means.get() : undefined))
		.catch((error: unknown) => log.warn('Left-overs of agents cannot be cleared now', { why: messageOf(error) }));
	const deps: CodingDeps = {
		installed: installedAgents,
		means: means.get,
		work: lazyWork(log),
		sandboxOf: (folder, signal) =>
			here.sandboxes.acquire(
				{ session: folder.id, diskBytes: settings.SANDBOX_DISK, trees: folder.files.trees },
				signal,
			),
		limits: {
			tokens: settings.AGENT_TOKENS,
			minutes: settings.AGENT_MINUTES,
			diskBytes: settings.AGENT_DISK,
			askMs: settings.AGENT_ASK_MINUTES * 60_000,
			idleMs: settings.AGENT_IDLE_MINUTES * 60_000,
		},
	};
	const coding = createCoding(codingAgents, deps, log);
	return {
		...coding,
		keys: { keys: () => gateway?.keys() ?? [], revoke: (id) => gateway?.revoke(id) ?? false },
		async endOf(session) {
			await coding.runs.drop(session);
			await (await means.made()?.catch(() => undefined))?.boxes.endOf(session);
		},
		async [Symbol.asyncDispose]() {
			await coding[Symbol.asyncDispose]();
			await means.made()?.then(endMeans, () => undefined);
		},
	};
}

/** Sandboxes with which the session's agent ends, too: its work is kept. */
export function withAgents(
	sandboxes: PodmanSandboxes,
	{ runs }: Pick<Coding, 'runs'>,
	sessions: Pick<Sessions, 'open'>,
): PodmanSandboxes {
	return {
		...sandboxes,
		async end(session) {
			if (runs.of(session)) await runs.end(await sessions.open(session), { kind: 'parked' });
			await sandboxes.end(session);
		},
	};
}

interface Means {
	readonly boxes: PodmanBoxes;
	readonly gateway: Gateway;
}

async function meansOf(config: Config, { sandboxes: _sandboxes, brain, ...here }: CodingHere): Promise<Means> {
	const [{ boxesOf }, { createGateway }] = await Promise.all([
		import('./agent-boxes.ts'),
		import('../../gateway/create-gateway.ts'),
	]);
	const { settings, models, secrets } = config;
	const gateway = createGateway({
		upstreams: upstreamsOf(settings, models, brain),
		logging: settings.GATEWAY_LOG,
		log: here.log.child({ part: 'gateway' }),
		redact: createRedactor(secrets),
	});
	return { gateway, boxes: boxesOf(config, { ...here, gateway: gateway.serve }) };
}

async function endMeans({ boxes, gateway }: Means): Promise<void> {
	await boxes[Symbol.asyncDispose]();
	await gateway[Symbol.asyncDispose]();
}

function lazyWork(log: Logger): AgentWork {
	const work = lazy(async () => (await import('../../agent/coding/run/agent-work.ts')).createAgentWork(log));
	return {
		openDriver: async (order, signal) => (await work.get()).openDriver(order, signal),
		bringIn: async (copy, signal) => (await work.get()).bringIn(copy, signal),
		isEmptied: async (copy, signal) => (await work.get()).isEmptied(copy, signal),
		bringBack: async (copy, signal) => (await work.get()).bringBack(copy, signal),
		undo: async (copy, signal) => (await work.get()).undo(copy, signal),
	};
}

/** `threadsmith image agents` writes there which image it has built, and for which agents. */
const imageFile = join(import.meta.dirname, '..', '..', '..', 'build', 'agents-image.json');
const recordSchema = z.object({ agents: z.array(z.string()) });

/** It may be built while this process runs. */
export async function installedAgents(): Promise<readonly CodingAgent[]> {
	const text = await readFile(imageFile, 'utf8').catch(() => '{}');
	const record = recordSchema.safeParse(parsed(text));
	return record.success ? codingAgents.filter(({ name }) => record.data.agents.includes(name)) : [];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
