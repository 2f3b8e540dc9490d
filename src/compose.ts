import { join } from 'node:path';
import type { Adapter } from './adapters/adapter.ts';
import type { Command } from './agent/commands/command.ts';
import { createOverview, type OverviewOf } from './agent/commands/overview.ts';
import { loadable } from './agent/commands/session/loadable.ts';
import { createSpell } from './agent/commands/syntax/command-syntax.ts';
import { commandTable } from './agent/commands/table.ts';
import { denialOf } from './agent/dispatch/rights.ts';
import { createTroubles } from './agent/dispatch/trouble/troubles.ts';
import { createRunningTurns } from './agent/dispatch/work/running-turns.ts';
import { createDispatch, type Dispatch } from './agent/dispatch.ts';
import { createLabs } from './agent/forge/try/lab.ts';
import { createToolsThere } from './agent/forge/use/tools-there.ts';
import { createKeepFacts } from './agent/memory/keep-facts.ts';
import type { Models } from './agent/model/models.ts';
import { brainOf } from './agent/session/choices/brain-choice.ts';
import { createListeningOf } from './agent/session/choices/listening.ts';
import { readRecord, type SessionRecord } from './agent/session/session-record.ts';
import { brainTools } from './agent/tools.ts';
import { logTurn } from './agent/turn/turn-events.ts';
import { agentOf, answerMs, compactionOf, forgeOf, windowsOf } from './agent-parts.ts';
import type { Logger } from './base/log.ts';
import type { OpenArtifact } from './chat/events.ts';
import type { Asked, DenialOf } from './chat/inbound.ts';
import type { ListeningOf } from './chat/listening.ts';
import { createRoles, namedAdmins } from './chat/people.ts';
import type { Asker } from './chat/place.ts';
import type { Reach } from './chat/reach.ts';
import type { TitleOf } from './chat/title.ts';
import type { Config } from './config/config.ts';
import { handOver } from './hand-over.ts';
import { createRuffLinter } from './lint/ruff-linter.ts';
import { places, platformCommands } from './platforms.ts';
import { codingOf, withAgents } from './process/agents/coding-parts.ts';
import { budgetsOf } from './process/budgets.ts';
import { createControl } from './process/control/create-control.ts';
import { listenForControl } from './process/control/listen.ts';
import { eraserIn } from './process/eraser.ts';
import { agentPlaces, poolOf, sandboxPlaces, turnsLine } from './process/lines.ts';
import { openStore } from './process/open-store.ts';
import { type ReposOfHome, reposOf } from './process/repos/repo-parts.ts';
import { keepFor } from './process/retention.ts';
import { routeByPlatform } from './route-by-platform.ts';
import { builtIns } from './sandbox/built-ins.ts';
import { clearLabs, withLabs } from './sandbox/podman/container/lab-paths.ts';
import type { HelperEnd } from './sandbox/podman/container/options.ts';
import type { PodmanSandboxes } from './sandbox/podman/podman-sandboxes.ts';
import type { Sandboxes } from './sandbox/sandbox.ts';
import { chosenImage, sandboxesOf } from './sandboxes.ts';
import { createPlatformStarts } from './start-platforms.ts';
import { openSecrets } from './store/files/secret-files.ts';
import { lockHome } from './store/home-lock.ts';
import { openNotes } from './store/notes/note-folders.ts';
import { createReserve } from './store/reserve.ts';
import type { Secrets } from './store/secrets.ts';
import { agentsIn, sessionPathsIn, sessionsIn } from './store/session/layout.ts';
import { openSessions, viewSession } from './store/session/session-folder.ts';
import type { Sessions, Store } from './store/store.ts';
import { createUntilKept } from './until-kept.ts';

/** The parts of the service that adapters are connected to. */
export interface Connections {
	readonly store: Store;
	readonly secrets: Secrets;
	readonly commands: readonly Command[];
	readonly overview: OverviewOf;
	/** The sessions that somebody may go on with where they ask, newest first. */
	readonly loadable: (asker: Asker) => Promise<readonly SessionRecord[]>;
	/** Says why `Dispatch.accept` would deny something, if it would. */
	readonly denialOf: DenialOf;
	readonly listeningOf: ListeningOf;
	readonly titleOf: TitleOf;
	/** The name of the model that thinks in a session. */
	readonly modelOf: (session: string) => Promise<string>;
	readonly openArtifact: OpenArtifact;
	/** Resolves when nothing is being worked on. */
	readonly settled: () => Promise<void>;
}

export interface ComposeOptions {
	/** Root's process, where it does what takes rights. */
	readonly helper?: HelperEnd | undefined;
	readonly config: Config;
	readonly models: Models;
	readonly log: Logger;
	/** Commands of whoever has the host's command line, where they talk; default: none. */
	readonly operator?: readonly Command[];
	/** How many sandboxes stand ready for new threads, where the settings say nothing; default: none. */
	readonly ready?: number;
	/** Makes the adapters that this process speaks through, one a platform; they are the service's own from then on. */
	readonly connect: (connections: Connections) => Promise<readonly Adapter[]>;
}

/** The whole service on one data folder, not yet listening. Disposing leaves: turns stay open, sandboxes end, the folder is free again. */
export interface Service extends AsyncDisposable {
	readonly dispatch: Dispatch;
	readonly store: Store;
	readonly sandboxes: PodmanSandboxes;
	/**
	 * Begins to listen, and goes on with what an earlier process left. Resolves with a sentence of each platform that is not there yet: it is
	 * tried again.
	 */
	start(): Promise<readonly string[]>;
}

/** Builds the service out of its parts: the only place that makes concrete ones. Rejects with `ProblemError` when a person must mend something. */
export async function compose(options: ComposeOptions): Promise<Service> {
	const { config, models, log, connect, helper, operator, ready = 0 } = options;
	await using building = new AsyncDisposableStack();
	const { home, homeId } = building.use(await lockHome(config.home));
	const reserve = building.use(createReserve({ path: join(home, 'reserve'), log }));
	const sessions = building.use(openSessions(home, { redact: config.secrets, log, withRoom: reserve.withRoom }));
	const store = building.use(openStore({ home, sessions, reserve, log }));
	const labs = { sessions: sessionsIn(home), markers: join(home, 'labs') };
	await clearLabs(labs, log);
	const running = createRunningTurns();
	const rules = sandboxPlaces(config.settings, running, places);
	const pathsOf = withLabs(sessionPathsIn(home), labs);
	const where = { homeId, pathsOf, places: rules, ...poolOf(config, home, ready), ...(helper && { helper }) };
	const own = await sandboxesOf(config, { ...where, log });
	const agents = {
		homeId,
		agentsOf: agentsIn(home),
		places: agentPlaces(config.settings, rules),
		...(helper && { helper }),
		log,
	};
	const coding = building.use(codingOf(config, { ...agents, brain: models.brain.name, sandboxes: own }));
	const sandboxes = withAgents(own, coding, sessions);
	const lines = { turns: turnsLine(config.settings), sandboxes: sandboxes.line };
	const troubles = createTroubles();
	const roleOf = createRoles(config.roles, places);
	const budgets = budgetsOf(config, { store, log });
	const parts = { store, sessions, sandboxes, roleOf, places, notes: openNotes(home, reserve.withRoom), budgets };
	const linter = building.use(createRuffLinter({ log: log.child({ part: 'lint' }) }));
	const forge = forgeOf(config, models, {
		sessions,
		linter,
		places,
		labs: createLabs(sandboxes, config.settings.SANDBOX_DISK),
	});
	const secrets = openSecrets(join(home, 'secrets'));
	const linkTo: Reach['linkTo'] = (...order) => platforms.reach.linkTo(...order);
	const repos = building.use(repositoriesOf(config, { ...parts, models, secrets, homeId, log, linkTo }));
	const usual = { zone: config.timezone, notify: config.settings.NOTIFY };
	const windows = windowsOf(config);
	const compaction = compactionOf(config, windows, models, createKeepFacts(parts.notes));
	const table = {
		...parts,
		...{ models, builtIns, lines, turns: running, troubles, usual, platformCommands, compaction, coding, operator },
		repos: repos.commands,
	};
	const commands = commandTable(table);
	const recovered = Promise.withResolvers<void>();
	const connections = {
		...{ store, secrets, commands, overview: createOverview(parts) },
		loadable: (asker: Asker) => loadable(asker, parts),
		denialOf: (asked: Asked) => denialOf(asked, parts),
		listeningOf: createListeningOf(store, sessions, places),
		titleOf: async (session: string) => (await readRecord(await sessions.open(session), places))?.title,
		modelOf: async (session: string) => (await brainOf(await sessions.open(session), models)).model.name,
		openArtifact: artifactsOf(sessions),
		// Work that an earlier process left is not settled before it is known.
		settled: () => recovered.promise.then(() => dispatch.settled()),
	};
	const adapters = await connect(connections).catch(async (error: unknown) => {
		await sandboxes[Symbol.asyncDispose]();
		throw error;
	});
	const starts = createPlatformStarts({ log });
	const platforms = routeByPlatform(adapters, starts.whyAway);
	const dispatch: Dispatch = createDispatch({
		...parts,
		eraser: eraserIn(home, coding.endOf),
		diskBytes: config.settings.SANDBOX_DISK,
		vision: config.settings.BRAIN_VISION !== 'off',
		toolsThere: createToolsThere(forge),
		agent: agentOf(config, models, forge, {
			...parts,
			lines,
			compaction,
			coding,
			windows: windows.brain,
			tools: brainTools(builtIns, forge, sandboxes.place, platforms.intake.past, parts, [
				...coding.tools,
				...repos.work.tools,
			]),
		}),
		answerMs: answerMs(config),
		coding: coding.turns,
		repos: repos.work.watches,
		usual,
		readers: [logTurn],
		platforms,
		namedAdmins: (place) => namedAdmins(config.roles, place, places),
		commands,
		spell: createSpell(platformCommands),
		running,
		troubles,
		holder: homeId,
		log,
	});
	building.defer(() => handOver({ dispatch, adapters, sandboxes, coding, log }));
	building.use(starts);
	const untilKept = building.use(
		createUntilKept({ ...connections, accept: dispatch.accept, tell: platforms.tell, log }),
	);
	building.use(
		await listenForControl({ home, control: createControl({ dispatch, store, sessions, gateway: coding.keys }), log }),
	);
	const built = building.move();
	return {
		dispatch,
		store,
		sandboxes,
		start: async () => {
			const missing = await starts.start(adapters, untilKept.accept, dispatch.comesBack);
			await dispatch.recover().finally(recovered.resolve);
			if (!built.disposed)
				built.use(
					keepFor(config.settings.RETENTION_DAYS, { dispatch, sessions, view: (id) => viewSession(home, id), log }),
				);
			return missing;
		},
		[Symbol.asyncDispose]: () => built.disposeAsync(),
	};
}

/** Git and all else that they take is loaded when the first is asked for. */
function repositoriesOf(
	config: Config,
	here: Omit<Parameters<typeof reposOf>[1], 'means'> & { readonly homeId: string; readonly sandboxes: Sandboxes },
): ReposOfHome {
	const means = async () => {
		const { repoMeansOf } = await import('./process/repos/repo-means.ts');
		const image = () => chosenImage(config.home, config.settings);
		return await repoMeansOf(config, { ...here, image, records: here.store.records });
	};
	return reposOf(config, { ...here, means });
}

function artifactsOf(sessions: Sessions): OpenArtifact {
	return async function* openArtifact(session, name, signal) {
		const { files } = await sessions.open(session);
		yield* files.openArtifact(name, signal);
	};
}
