import { forgeTool } from '../../../src/agent/forge/forge-tool.ts';
import { repairTool } from '../../../src/agent/forge/repair/repair-tool.ts';
import { scriptTool } from '../../../src/agent/forge/script/script-tool.ts';
import type { RawSpec } from '../../../src/agent/forge/spec/spec.ts';
import { createLabs } from '../../../src/agent/forge/try/lab.ts';
import type { Model } from '../../../src/agent/model/model.ts';
import { emptyHistory } from '../../../src/agent/session/history.ts';
import type { CallFacts, ToolContext, ToolOutcome } from '../../../src/agent/tool.ts';
import { places } from '../../../src/platforms.ts';
import type { Packages } from '../../../src/sandbox/sandbox.ts';
import type { Message } from '../../../src/store/journal.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import type { SessionFolder, Sessions } from '../../../src/store/store.ts';
import { createFakeSandboxes, type FakeSandboxes, type FakeTool } from '../../support/fake-sandboxes.ts';
import { homeOf } from '../../support/session-home.ts';
import { fakeCheck, fakeTry, rawSpec } from './specs.ts';

export interface OpenForgeOptions {
	readonly home: string;
	readonly coder: Model;
	readonly judge?: Model;
	readonly tryTool?: FakeTool;
	readonly packages?: Packages;
	/** Answers `watch_script`. */
	readonly watchScript?: FakeTool;
	/** What has happened in the session. */
	readonly messages?: readonly Message[];
}

/** The forge on real session folders, called as a turn calls it: `answer` is what somebody has said to what the call asked before. */
export interface OpenForge extends AsyncDisposable {
	readonly folder: SessionFolder;
	readonly sandboxes: FakeSandboxes;
	/** The catalogs of its home. */
	readonly sessions: Sessions;
	forge(changes?: Partial<RawSpec>, call?: Partial<Pick<CallFacts, 'id' | 'answer'>>): Promise<ToolOutcome>;
	/** Calls `forge_from_script`. */
	fromScript(given: unknown, call?: Partial<Pick<CallFacts, 'id' | 'answer'>>): Promise<ToolOutcome>;
	/** Calls `repair_tool`. */
	repair(given: unknown, call?: Partial<Pick<CallFacts, 'id' | 'answer'>>): Promise<ToolOutcome>;
	/** With these arguments and no others. */
	call(args: unknown, call?: Partial<Pick<CallFacts, 'id' | 'answer'>>): Promise<ToolOutcome>;
}

export async function openForge(options: OpenForgeOptions): Promise<OpenForge> {
	const { home, coder, judge, tryTool, packages, watchScript, messages = [] } = options;
	const sessions = openSessions(home);
	const folder = await sessions.open('local-forge');
	const tools = {
		check_tool: fakeCheck,
		try_tool: tryTool ?? fakeTry(),
		...(watchScript && { watch_script: watchScript }),
	};
	const sandboxes = createFakeSandboxes({ tools, ...(packages && { packages }) });
	const labs = createLabs(sandboxes, 2 ** 26);
	const linter = { check: async () => [], [Symbol.asyncDispose]: async () => {} };
	const deps = { coder, judge, linter, packages: { allowed: [], enabled: true }, sessions, places, labs };
	const { signal } = new AbortController();
	const contextOf = ({ id = 'c1', answer }: Partial<Pick<CallFacts, 'id' | 'answer'>>): ToolContext => ({
		session: { id: folder.id, folder, history: () => ({ ...emptyHistory, messages }) } as ToolContext['session'],
		call: { id, thread: { platform: 'terminal', id: 'forge' }, person: { id: 'local', name: 'Ada' }, answer },
		sandbox: () => sandboxes.acquire(homeOf(folder), signal),
		output: () => {},
		signal,
	});
	const call: OpenForge['call'] = (args, facts = {}) => forgeTool(deps).run(args, contextOf(facts));
	return {
		folder,
		sandboxes,
		sessions,
		call,
		forge: (changes = {}, facts = {}) => call({ ...rawSpec, ...changes }, facts),
		fromScript: (given, call = {}) => scriptTool(deps).run(given, contextOf({ id: 's1', ...call })),
		repair: (given, call = {}) => repairTool(deps).run(given, contextOf({ id: 'r1', ...call })),
		[Symbol.asyncDispose]: async () => {
			await sandboxes[Symbol.asyncDispose]();
			await sessions[Symbol.asyncDispose]();
		},
	};
}

/** The answer as the Brain reads it. */
export function textOf(outcome: ToolOutcome): string {
	return 'ask' in outcome ? `asks: ${outcome.ask.text}` : outcome.text;
}
