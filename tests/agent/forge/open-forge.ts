import { forgeTool } from '../../../src/agent/forge/forge-tool.ts';
import type { RawSpec } from '../../../src/agent/forge/spec/spec.ts';
import type { Model } from '../../../src/agent/model/model.ts';
import { emptyHistory } from '../../../src/agent/session/history.ts';
import type { CallFacts, ToolContext, ToolOutcome } from '../../../src/agent/tool.ts';
import { places } from '../../../src/platforms.ts';
import type { Packages } from '../../../src/sandbox/sandbox.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import type { SessionFolder } from '../../../src/store/store.ts';
import { createFakeSandboxes, type FakeSandboxes, type FakeTool } from '../../support/fake-sandboxes.ts';
import { homeOf } from '../../support/session-home.ts';
import { fakeCheck, fakeTry, rawSpec } from './specs.ts';

export interface OpenForgeOptions {
	readonly home: string;
	readonly coder: Model;
	readonly judge?: Model;
	readonly tryTool?: FakeTool;
	readonly packages?: Packages;
}

/** The forge on real session folders, called as a turn calls it: `answer` is what somebody has said to what the call asked before. */
export interface OpenForge extends AsyncDisposable {
	readonly folder: SessionFolder;
	readonly sandboxes: FakeSandboxes;
	forge(changes?: Partial<RawSpec>, call?: Partial<Pick<CallFacts, 'id' | 'answer'>>): Promise<ToolOutcome>;
}

export async function openForge({ home, coder, judge, tryTool, packages }: OpenForgeOptions): Promise<OpenForge> {
	const sessions = openSessions(home);
	const folder = await sessions.open('local-forge');
	const tools = { check_tool: fakeCheck, try_tool: tryTool ?? fakeTry() };
	const sandboxes = createFakeSandboxes({ tools, ...(packages && { packages }) });
	const linter = { check: async () => [], [Symbol.asyncDispose]: async () => {} };
	const tool = forgeTool({ coder, judge, linter, packages: { allowed: [], enabled: true }, sessions, places });
	const { signal } = new AbortController();
	return {
		folder,
		sandboxes,
		forge: (changes = {}, { id = 'c1', answer } = {}) =>
			tool.run(
				{ ...rawSpec, ...changes },
				{
					session: { id: folder.id, folder, history: () => emptyHistory } as ToolContext['session'],
					call: { id, thread: { platform: 'terminal', id: 'forge' }, person: { id: 'local', name: 'Ada' }, answer },
					sandbox: () => sandboxes.acquire(homeOf(folder), signal),
					output: () => {},
					signal,
				},
			),
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
