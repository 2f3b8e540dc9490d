import type { Bench } from './bench.ts';
import { agentRuns } from './rows/agent-runs.ts';
import { botMemory } from './rows/bot-memory.ts';
import { botStart } from './rows/bot-start.ts';
import { busyNeighbours } from './rows/busy-neighbours.ts';
import { claimedSandbox } from './rows/claimed-sandbox.ts';
import { coldSandbox } from './rows/cold-sandbox.ts';
import { deltaJoin } from './rows/delta-join.ts';
import { discordDeferred } from './rows/discord-deferred.ts';
import { discordEdits } from './rows/discord-edits.ts';
import { discordFirstSign } from './rows/discord-first-sign.ts';
import { discordMemory } from './rows/discord-memory.ts';
import { filesThrough } from './rows/files-through.ts';
import { firstRequest } from './rows/first-request.ts';
import { forge } from './rows/forge.ts';
import { gateway } from './rows/gateway.ts';
import { guestOutput } from './rows/guest-output.ts';
import { guestPath } from './rows/guest-path.ts';
import { guestTrue } from './rows/guest-true.ts';
import { journalAppend } from './rows/journal-append.ts';
import { longPast } from './rows/long-past.ts';
import { markdownDelay } from './rows/markdown-delay.ts';
import { opened } from './rows/opened.ts';
import { parallelCalls } from './rows/parallel-calls.ts';
import { pythonStart } from './rows/python-start.ts';
import { repository } from './rows/repository.ts';
import { rootHelper } from './rows/root-helper.ts';
import { ruffWarm } from './rows/ruff-warm.ts';
import { runScope } from './rows/run-scope.ts';
import { sandboxMemory } from './rows/sandbox-memory.ts';
import { sandboxRate } from './rows/sandbox-rate.ts';
import { sessionMemory } from './rows/session-memory.ts';
import { slackAppends } from './rows/slack-appends.ts';
import { slackFifty } from './rows/slack-fifty.ts';
import { slackFirstSign } from './rows/slack-first-sign.ts';
import { slackMemory } from './rows/slack-memory.ts';
import { stopTree } from './rows/stop-tree.ts';
import { streamLine } from './rows/stream-line.ts';
import { toolRecall } from './rows/tool-recall.ts';
import { toolRun } from './rows/tool-run.ts';
import { toolSearch } from './rows/tool-search.ts';
import { turnOverhead } from './rows/turn-overhead.ts';
import { useTool } from './rows/use-tool.ts';

/** All benchmarks, in the order in which they run. */
export const benches: readonly Bench[] = [
	guestTrue,
	guestPath,
	pythonStart,
	parallelCalls,
	guestOutput,
	opened,
	filesThrough,
	repository,
	toolRun,
	ruffWarm,
	forge,
	useTool,
	toolSearch,
	toolRecall,
	coldSandbox,
	claimedSandbox,
	rootHelper,
	sandboxRate,
	sandboxMemory,
	runScope,
	busyNeighbours,
	turnOverhead,
	firstRequest,
	gateway,
	streamLine,
	deltaJoin,
	botStart,
	botMemory,
	sessionMemory,
	stopTree,
	journalAppend,
	longPast,
	markdownDelay,
	slackFirstSign,
	slackFifty,
	slackAppends,
	slackMemory,
	discordFirstSign,
	discordDeferred,
	discordEdits,
	discordMemory,
	agentRuns,
];
