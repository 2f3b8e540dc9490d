import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Adapter } from './adapters/adapter.ts';
import { createAgent } from './agent/agent.ts';
import type { Command } from './agent/commands/command.ts';
import { commandTable } from './agent/commands/table.ts';
import { createRunningTurns } from './agent/dispatch/running-turns.ts';
import { createDispatch, type Dispatch } from './agent/dispatch.ts';
import type { Models } from './agent/model/models.ts';
import { systemPrompt } from './agent/prompt.ts';
import { brainTools } from './agent/tools.ts';
import type { Config } from './config.ts';
import { ProblemError } from './errors.ts';
import type { Logger } from './log.ts';
import { builtIns } from './sandbox/built-ins.ts';
import { createPodmanSandboxes, type PodmanSandboxes } from './sandbox/podman/podman-sandboxes.ts';
import { defaultStateDir } from './sandbox/podman/state-folder.ts';
import { openEmbeddedStore } from './store/embedded/embedded-store.ts';
import { lockHome } from './store/home-lock.ts';
import { openSessions } from './store/session-folder.ts';
import type { Store } from './store/store.ts';

/** What an adapter is connected to. */
export interface Connections {
	readonly store: Store;
	readonly commands: readonly Command[];
	/** Resolves when nothing is being worked on. */
	settled(): Promise<void>;
}

export interface ComposeOptions<A extends Adapter> {
	readonly config: Config;
	readonly models: Models;
	readonly log: Logger;
	/** Makes the adapter that this process speaks through. */
	readonly connect: (connections: Connections) => Promise<A>;
}

/** The whole service on one data folder, not yet listening. Disposing leaves: turns stay open, sandboxes end, the folder is free again. */
export interface Service<A extends Adapter> extends AsyncDisposable {
	readonly adapter: A;
	readonly dispatch: Dispatch;
	readonly store: Store;
	readonly sandboxes: PodmanSandboxes;
	/** Begins to listen, and goes on with what an earlier process left. */
	start(): Promise<void>;
}

/** Builds the service out of its parts: the only place that makes concrete ones. Rejects with `ProblemError` when a person must mend something. */
export async function compose<A extends Adapter>({
	config,
	models,
	log,
	connect,
}: ComposeOptions<A>): Promise<Service<A>> {
	await using building = new AsyncDisposableStack();
	const { home, homeId } = building.use(await lockHome(config.home));
	const store = building.use(openEmbeddedStore(join(home, 'store.db')));
	const sessions = building.use(openSessions(home, { redact: config.secrets, log }));
	const sandboxes = building.use(await sandboxesOf(config, homeId, log));
	const running = createRunningTurns();
	const { TURN_MODEL_CALLS: modelCalls, QUESTION_HOURS } = config.settings;
	const limits = { modelCalls, answerMs: QUESTION_HOURS * 3_600_000 };
	const tools = brainTools(builtIns, models.coder);
	const agent = createAgent({ brain: models.brain, systemPrompt, tools, records: store.records, limits }, sandboxes);
	const commands = commandTable({ store, sessions, sandboxes, models, builtIns, turns: running });
	const adapter = building.use(await connect({ store, commands, settled: () => dispatch.settled() }));
	const platforms = {
		show: adapter.show,
		fetchFile: (_thread: unknown, ...rest: Parameters<Adapter['fetchFile']>) => adapter.fetchFile(...rest),
	};
	const dispatch: Dispatch = building.use(
		createDispatch({ store, sessions, sandboxes, agent, platforms, commands, running, holder: homeId, log }),
	);
	const parts = building.move();
	return {
		adapter,
		dispatch,
		store,
		sandboxes,
		start: async () => {
			await adapter.start(dispatch.accept);
			await dispatch.recover();
		},
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

async function sandboxesOf({ settings }: Config, homeId: string, log: Logger): Promise<PodmanSandboxes> {
	return createPodmanSandboxes({
		homeId,
		stateDir: defaultStateDir(homeId),
		image: await imageTag(),
		runtime: settings.SANDBOX_RUNTIME,
		...(settings.SANDBOX_SOCKET !== undefined && { socket: settings.SANDBOX_SOCKET }),
		limits: {
			memoryBytes: settings.SANDBOX_MEMORY,
			cpus: settings.SANDBOX_CPUS,
			pids: settings.SANDBOX_PIDS,
			diskBytes: settings.SANDBOX_DISK,
			idleMs: settings.SANDBOX_IDLE_MINUTES * 60_000,
		},
		fileLimits: {
			fileBytes: settings.FILE_LIMIT,
			turnBytes: settings.TURN_FILES_LIMIT,
			count: settings.ARTIFACT_LIMIT,
		},
		log: log.child({ part: 'sandbox' }),
	});
}

/** Set-up writes there which image it has built. */
const imageFile = join(import.meta.dirname, '..', 'build', 'sandbox-image.json');

async function imageTag(): Promise<string> {
	const record = await readFile(imageFile, 'utf8')
		.then(JSON.parse)
		.catch(() => undefined);
	const parsed = z.object({ tag: z.string().min(1) }).safeParse(record);
	if (parsed.success) return parsed.data.tag;
	throw new ProblemError('The sandbox image has not been built yet', 'Run: node scripts/set-up.mjs');
}
