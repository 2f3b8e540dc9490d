import { join } from 'node:path';
import { type Agent, createAgent } from './agent/agent.ts';
import type { Budgets } from './agent/budget/budgets.ts';
import type { Coding } from './agent/coding/coding.ts';
import { createSpell } from './agent/commands/syntax/command-syntax.ts';
import { type Compaction, createCompaction } from './agent/compaction/compaction.ts';
import { createWindows, type Windows } from './agent/compaction/measure/windows.ts';
import type { ForgeDeps } from './agent/forge/forge-deps.ts';
import { settleLeft } from './agent/forge/run/settle-left.ts';
import type { MemoryDeps } from './agent/memory/shelves.ts';
import { createEmbedder } from './agent/model/endpoint/embedder.ts';
import { listModels } from './agent/model/list-models.ts';
import type { Models } from './agent/model/models.ts';
import { systemPrompt } from './agent/prompt.ts';
import type { KeepFacts } from './agent/session/past/fact.ts';
import type { Tool } from './agent/tool.ts';
import { createMeaning } from './agent/tool-sources/search/meaning.ts';
import type { Lines } from './agent/turn/queue/lines.ts';
import type { Config } from './config/config.ts';
import type { EndpointConfig } from './config/model-config.ts';
import { platformCommands } from './platforms.ts';
import { createWindowFile, windowFileName } from './process/window-file.ts';
import type { Sandboxes } from './sandbox/sandbox.ts';
import type { Store } from './store/store.ts';

/** A turn waits for it once. */
const listMs = 3_000;

/** The windows of the Brain's endpoint, and of the Summarizer's. */
export interface RoleWindows {
	readonly brain: Windows;
	readonly summarizer: Windows;
}

/** How large the windows of this configuration's models are; what is learned of them is kept in its data folder. */
export function windowsOf({ home, settings, models }: Pick<Config, 'home' | 'settings' | 'models'>): RoleWindows {
	const memoryAt = createWindowFile(join(home, windowFileName));
	const brain = windowsAt(models?.brain, settings.BRAIN_WINDOW, memoryAt);
	const isBrains = models?.summarizer.baseUrl === models?.brain.baseUrl;
	return { brain, summarizer: isBrains ? brain : windowsAt(models?.summarizer, undefined, memoryAt) };
}

/** Keeps the histories of this configuration's sessions within the windows of its models. */
export function compactionOf(
	{ settings }: Pick<Config, 'settings'>,
	windows: RoleWindows,
	{ summarizer }: Pick<Models, 'summarizer'>,
	keepFacts?: KeepFacts,
): Compaction {
	const summary = {
		summarizer,
		windows: windows.summarizer,
		seconds: settings.COMPACT_SECONDS,
		probe: settings.COMPACT_PROBE,
		keepFacts,
	};
	return createCompaction({ windows: windows.brain, summary });
}

function windowsAt(
	endpoint: EndpointConfig | undefined,
	set: number | undefined,
	memoryAt: ReturnType<typeof createWindowFile>,
): Windows {
	if (!endpoint) return createWindows({ set });
	const list = async () => {
		const { baseUrl, apiKey } = endpoint;
		const found = await listModels({ baseUrl, apiKey, limitMs: listMs }, AbortSignal.timeout(2 * listMs));
		if (found.kind !== 'listed') throw new Error(found.reason);
		return found.windows;
	};
	return createWindows({ set, list, memory: memoryAt(endpoint.baseUrl) });
}

/** The parts of the forge that this configuration asks for. */
export function forgeOf(
	{ settings, models }: Config,
	{ coder, summarizer }: Models,
	parts: Pick<ForgeDeps, 'sessions' | 'linter' | 'places' | 'labs'>,
): ForgeDeps {
	const allowed = settings.PACKAGES_ALLOWED?.split(/\s+/) ?? [];
	return {
		...parts,
		...(models?.embed && { meaning: createMeaning(createEmbedder(models.embed)) }),
		coder,
		judge: settings.FORGE_JUDGE === 'on' ? summarizer : undefined,
		packages: { allowed, enabled: settings.PACKAGES === 'ask' },
	};
}

interface AgentParts extends MemoryDeps {
	readonly store: Store;
	readonly sandboxes: Sandboxes;
	readonly tools: ReadonlyMap<string, Tool>;
	readonly compaction: Compaction;
	readonly coding: Coding;
	readonly windows: Windows;
	readonly budgets: Budgets;
	readonly lines: Lines;
}

/** The agent as this configuration has it. */
export function agentOf(
	config: Config,
	models: Models,
	forge: ForgeDeps,
	{ store, sandboxes, tools, compaction, coding, windows, budgets, lines, ...mind }: AgentParts,
): Agent {
	const limits = { modelCalls: config.settings.TURN_MODEL_CALLS, answerMs: answerMs(config) };
	const seams = { spell: createSpell(platformCommands), settle: settleLeft(forge) };
	return createAgent(
		{
			...{ models, systemPrompt, tools, records: store.records, sessions: forge.sessions },
			...{ compaction, windows, budgets, lines, coding: coding.turns },
			...seams,
			...mind,
			limits,
		},
		{ sandboxes, diskBytes: config.settings.SANDBOX_DISK },
	);
}

/** How long a question stays open, ms. Pure. */
export function answerMs({ settings }: Pick<Config, 'settings'>): number {
	return settings.QUESTION_HOURS * 3_600_000;
}
