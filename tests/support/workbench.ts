import { join } from 'node:path';
import { createAgent } from '../../src/agent/agent.ts';
import type { CodingTurns } from '../../src/agent/coding/run/turns.ts';
import { createSpell } from '../../src/agent/commands/syntax/command-syntax.ts';
import { commandTable, withHelp } from '../../src/agent/commands/table.ts';
import type { Compaction } from '../../src/agent/compaction/compaction.ts';
import { createTroubles, type Troubles } from '../../src/agent/dispatch/trouble/troubles.ts';
import { createRunningTurns } from '../../src/agent/dispatch/work/running-turns.ts';
import { createDispatch, type Dispatch } from '../../src/agent/dispatch.ts';
import type { ForgeDeps } from '../../src/agent/forge/forge-deps.ts';
import { settleLeft } from '../../src/agent/forge/run/settle-left.ts';
import { createLabs } from '../../src/agent/forge/try/lab.ts';
import { createToolsThere } from '../../src/agent/forge/use/tools-there.ts';
import { systemPrompt } from '../../src/agent/prompt.ts';
import type { RepoWork } from '../../src/agent/repo/repo-work.ts';
import type { Tool } from '../../src/agent/tool.ts';
import { brainTools } from '../../src/agent/tools.ts';
import { logTurn, type TurnReader } from '../../src/agent/turn/turn-events.ts';
import { silentLogger } from '../../src/base/log.ts';
import type { Inbound } from '../../src/chat/inbound.ts';
import { createRoles, namedAdmins, noRules } from '../../src/chat/people.ts';
import type { Places } from '../../src/chat/places.ts';
import type { Thread } from '../../src/chat/thread.ts';
import type { Linter } from '../../src/lint/linter.ts';
import { places as allPlaces, platformCommands } from '../../src/platforms.ts';
import { builtIns } from '../../src/sandbox/built-ins.ts';
import type { Sandboxes } from '../../src/sandbox/sandbox.ts';
import { openEmbeddedStore } from '../../src/store/embedded/embedded-store.ts';
import type { Eraser } from '../../src/store/erase.ts';
import { openNotes } from '../../src/store/notes/note-folders.ts';
import type { NoteFolders } from '../../src/store/notes.ts';
import { createEraser } from '../../src/store/session/eraser.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import type { Sessions, Store } from '../../src/store/store.ts';
import { usualCompaction } from './compaction-in.ts';
import { createFakeSandboxes, type FakeTool } from './fake-sandboxes.ts';
import { type RecordingPlatform, recordingPlatform } from './recording-platform.ts';
import { scriptedModel } from './scripted-model.ts';
import type { WorkbenchOptions } from './workbench-options.ts';

export const thread: Thread = { platform: 'terminal', id: 'bench' };
export const sessionId = 'local-bench';
const person = { id: 'local', name: 'Ada' };

/** The core on a real store and real session folders, with fake sandboxes, models and platform. Disposing is leaving. */
export interface Workbench extends AsyncDisposable {
	readonly dispatch: Dispatch;
	readonly troubles: Troubles;
	readonly store: Store;
	readonly sessions: Sessions;
	readonly platform: RecordingPlatform;
	readonly sandboxes: Sandboxes;
	readonly places: Places;
	readonly compaction: Compaction;
	readonly notes: NoteFolders;
	/** Hands something in and waits until nothing is left to do. */
	say(...inbounds: Inbound[]): Promise<void>;
}

let keys = 0;
type Fields<Type extends Inbound['type']> = Omit<
	Extract<Inbound, { type: Type }>,
	'type' | 'key' | 'thread' | 'person' | 'at'
>;

/** An inbound of the one person in the one thread, with a key of its own. */
export function inbound<Type extends Inbound['type']>(
	type: Type,
	fields: Fields<Type>,
): Extract<Inbound, { type: Type }> {
	keys += 1;
	const common = { type, key: `k${keys}`, thread, person, at: new Date().toISOString() };
	return { ...common, ...fields } as unknown as Extract<Inbound, { type: Type }>;
}

export function message(
	text: string,
	files: { name: string; size?: number; source: string }[] = [],
): Extract<Inbound, { type: 'message' }> {
	return inbound('message', { text, files });
}

/** A message as its platform would deliver it again: always under the same key. */
export function inboundWithKey(key: string, text: string): Inbound {
	return { ...inbound('message', { text, files: [] }), key };
}

export function openWorkbench(options: WorkbenchOptions): Workbench {
	const { brain, choices = [], coder = scriptedModel([]), places = allPlaces, vision = true } = options;
	const folders = openSessions(options.home);
	const highestToken = async (session: string) => (await folders.open(session)).journal.highestLease();
	const embedded = openEmbeddedStore(join(options.home, 'store.db'), { highestToken });
	const store = options.wrap?.store(embedded) ?? embedded;
	const sessions = options.wrap?.sessions(folders) ?? folders;
	const sandboxes = options.sandboxes ?? createFakeSandboxes({ tools: options.tools ?? {} });
	const platform = options.platform ?? recordingPlatform();
	const notes = notesOf(options);
	const running = createRunningTurns();
	const troubles = createTroubles();
	const roleOf = createRoles(options.roles ?? noRules, places);
	const forge: ForgeDeps = {
		coder,
		judge: options.judge,
		linter: options.linter ?? silentLinter(),
		packages: { allowed: [], enabled: true },
		sessions,
		places,
		labs: createLabs(sandboxes, 2 ** 26),
	};
	const limits = { modelCalls: options.modelCalls ?? 60, answerMs: options.answerMs ?? 60_000 };
	const usual = { zone: 'UTC', notify: 'on' } as const;
	const models = { brain, choices, coder, summarizer: coder };
	const { compaction = usualCompaction(coder) } = options;
	const budgets = options.budgets?.(store);
	const repos = options.repos?.({ store, sessions, places });
	const [, ...table] = commandTable({
		store,
		sessions,
		sandboxes,
		models,
		builtIns,
		turns: running,
		troubles,
		roleOf,
		places,
		notes,
		usual,
		budgets,
		platformCommands,
		compaction,
		lines: options.lines,
		coding: options.coding,
		repos: options.repoCommands?.(store),
	});
	const commands = withHelp([...table, ...(options.commands ?? [])], platformCommands);
	const platforms = options.platforms?.(store, commands) ?? platform.on(store.outbox);
	const parts = {
		models,
		systemPrompt,
		tools: withMore(
			brainTools(builtIns, forge, sandboxes.place, platforms.intake.past, { notes, places, roleOf }),
			moreTools(options, repos),
		),
		records: store.records,
		sessions,
		spell: createSpell(platformCommands),
		roleOf,
		places,
		limits,
		settle: settleLeft(forge),
		compaction,
		windows: options.windows,
		budgets,
		lines: options.lines,
		coding: turnsOf(options),
	};
	const dispatch = createDispatch({
		store,
		sessions,
		eraser: eraserOf(options),
		sandboxes,
		readers: readersOf(options),
		toolsThere: createToolsThere(forge),
		notes,
		agent: createAgent(parts, { sandboxes, diskBytes: 2 ** 26 }),
		diskBytes: 2 ** 26,
		vision,
		platforms,
		commands,
		spell: createSpell(platformCommands),
		running,
		troubles,
		roleOf,
		places,
		namedAdmins: (place) => namedAdmins(options.roles ?? noRules, place, places),
		...options.timing,
		coding: turnsOf(options),
		repos: repos?.watches,
		answerMs: limits.answerMs,
		usual,
		budgets,
		holder: 'workbench',
		log: options.log ?? silentLogger,
	});
	return {
		dispatch,
		troubles,
		store,
		sessions,
		platform,
		sandboxes,
		places,
		compaction,
		notes,
		say: async (...inbounds) => {
			for (const one of inbounds) await dispatch.accept(one);
			await dispatch.settled();
		},
		[Symbol.asyncDispose]: async () => {
			await dispatch[Symbol.asyncDispose]();
			await sessions[Symbol.asyncDispose]();
			await store[Symbol.asyncDispose]();
		},
	};
}

function notesOf({ home, wrap }: WorkbenchOptions): NoteFolders {
	const notes = openNotes(home);
	return wrap?.notes?.(notes) ?? notes;
}

function eraserOf({ home, wrap }: WorkbenchOptions): Eraser {
	const eraser = createEraser(home);
	return wrap?.eraser?.(eraser) ?? eraser;
}

function readersOf({ readers = [] }: WorkbenchOptions): readonly TurnReader[] {
	return [logTurn, ...readers];
}

function withMore(tools: ReadonlyMap<string, Tool>, more: readonly Tool[] = []): ReadonlyMap<string, Tool> {
	return new Map([...tools, ...more.map((tool) => [tool.spec.name, tool] as const)]);
}

function moreTools({ coding, moreTools = [] }: WorkbenchOptions, repos: RepoWork | undefined): readonly Tool[] {
	return [...(coding?.tools ?? []), ...(repos?.tools ?? []), ...moreTools];
}

function turnsOf({ coding }: WorkbenchOptions): CodingTurns | undefined {
	return coding?.turns;
}

function silentLinter(): Linter {
	return { check: async () => [], [Symbol.asyncDispose]: async () => {} };
}

/** Fakes whose calls answer `ok` with what they were called with. */
export function echoTool(text: string): FakeTool {
	return async () => ({ ok: true, text });
}
