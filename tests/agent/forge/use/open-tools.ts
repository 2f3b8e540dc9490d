import { catalogOf } from '../../../../src/agent/forge/forge-deps.ts';
import { createLabs, type Labs } from '../../../../src/agent/forge/try/lab.ts';
import { createForgeSource } from '../../../../src/agent/forge/use/forge-source.ts';
import { loadSession } from '../../../../src/agent/session/session.ts';
import type { ToolContext, ToolResult } from '../../../../src/agent/tool.ts';
import { findTools } from '../../../../src/agent/tool-sources/find-tools.ts';
import type { ToolSource } from '../../../../src/agent/tool-sources/tool-source.ts';
import { useTool } from '../../../../src/agent/tool-sources/use-tool.ts';
import type { Places } from '../../../../src/chat/places.ts';
import { places } from '../../../../src/platforms.ts';
import type { Installation, Packages, Sandboxes, SandboxHome } from '../../../../src/sandbox/sandbox.ts';
import { openSessions } from '../../../../src/store/session/session-folder.ts';
import type { Catalog, SessionFolder, Sessions } from '../../../../src/store/store.ts';
import { noPackages } from '../../../support/fake-packages.ts';
import { createFakeSandboxes, type FakeSandboxes, type FakeTool } from '../../../support/fake-sandboxes.ts';
import { homeOf, toolsPath } from '../../../support/session-home.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const thread = { platform: 'terminal', id: 'bench' } as const;

/** A session on disk, with the Brain's tools to find and to use forged ones, and a sandbox whose `run_tool` is the test's. */
export interface OpenTools extends AsyncDisposable {
	readonly folder: SessionFolder;
	/** Where its forged tools lie. */
	readonly toolsPath: string;
	readonly catalog: Catalog;
	readonly sandboxes: FakeSandboxes;
	/** Locks whose packages were to be installed. */
	readonly installed: readonly string[];
	readonly sessions: Pick<Sessions, 'catalog'>;
	readonly places: Places;
	/** Of the same sandboxes. */
	readonly labs: Labs;
	/** Of a call of the Brain in that session. */
	contextOf(signal: AbortSignal): ToolContext;
	find(args: unknown): Promise<ToolResult>;
	use(args: unknown, signal?: AbortSignal): Promise<ToolResult>;
}

export interface ToolsOptions {
	/** How installing packages ends. */
	readonly installs?: Installation;
	/** Real ones, instead of those of `run`. */
	readonly sandboxes?: Sandboxes;
	/** Besides the forge. */
	readonly moreSources?: readonly ToolSource[];
	/** Tools of the sandbox besides `run_tool`. */
	readonly tools?: Readonly<Record<string, FakeTool>>;
	/** The data folder; default: one of its own. */
	readonly home?: string;
}

export async function openTools(run: FakeTool = doubles, options: ToolsOptions = {}): Promise<OpenTools> {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const home = options.home ?? dir.path;
	const sessions = building.use(openSessions(home));
	const sandboxes = building.use(createFakeSandboxes({ tools: { run_tool: run, ...options.tools } }));
	const folder = await sessions.open('local-bench');
	const session = await loadSession(folder, { session: 'local-bench', token: 1 });
	const catalog = await catalogOf(thread, { sessions, places });
	if (!catalog) throw new Error('There is no catalog');
	const installed: string[] = [];
	const packages: Packages = {
		...noPackages,
		resolve: async () => ({ kind: 'refused', reason: 'nothing is to be found here' }),
		install: async (lock) => {
			installed.push(lock);
			return options.installs ?? { kind: 'installed' };
		},
	};
	const equipped = async (home: SandboxHome, signal: AbortSignal) => ({
		...(await sandboxes.acquire(home, signal)),
		packages,
	});
	const contextOf = (signal: AbortSignal): ToolContext => ({
		session,
		call: { id: 'c1', thread, person: { id: 'local', name: 'Ada' }, answer: undefined },
		sandbox: async () => options.sandboxes?.acquire(homeOf(folder), signal) ?? equipped(homeOf(folder), signal),
		output: () => undefined,
		signal,
	});
	const sources = [createForgeSource({ sessions, places }), ...(options.moreSources ?? [])];
	const [find, use] = [findTools(sources), useTool(sources)];
	const never = new AbortController().signal;
	const parts = building.move();
	return {
		folder,
		toolsPath: toolsPath(home, folder.id),
		catalog,
		sandboxes,
		installed,
		sessions,
		places,
		labs: createLabs({ acquire: equipped, end: sandboxes.end }, 2 ** 26),
		contextOf,
		find: async (args) => resultOf(await find.run(args, contextOf(never))),
		use: async (args, signal = never) => resultOf(await use.run(args, contextOf(signal))),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

function resultOf(outcome: ToolResult | { readonly ask: unknown }): ToolResult {
	if ('ask' in outcome) throw new Error('The tool asks people');
	return outcome;
}

const doubles: FakeTool = ({ input }) => answer({ twice: (input as { n: number }).n * 2 });

/** A run that came to an end. */
export function answer(output: Readonly<Record<string, unknown>>) {
	return { ok: true, text: JSON.stringify(output), data: { output } };
}

/** A run that raised. */
export function raised(type: string, message: string) {
	const traceback = `Traceback (most recent call last):\n${type}: ${message}`;
	return { ok: false, text: `The tool failed: ${traceback}`, data: { error: { type, message, traceback } } };
}
