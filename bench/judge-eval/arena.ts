import { forgeTool } from '../../src/agent/forge/forge-tool.ts';
import { createForgeSource } from '../../src/agent/forge/use/forge-source.ts';
import type { Model, ToolSpec } from '../../src/agent/model/model.ts';
import { loadSession } from '../../src/agent/session/session.ts';
import type { Tool, ToolContext, ToolOutcome } from '../../src/agent/tool.ts';
import { useTool } from '../../src/agent/tool-sources/use-tool.ts';
import { silentLogger } from '../../src/base/log.ts';
import { createRuffLinter } from '../../src/lint/ruff-linter.ts';
import { places } from '../../src/platforms.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { sessionPathsIn } from '../../src/store/session/layout.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import { openSandboxBench } from '../parts/sandbox-bench.ts';
import { tempHome } from '../parts/temp-home.ts';

/** The forge as it is shipped, on real sandboxes and session folders of its own. Disposing ends them and removes what they left. */
export interface Arena extends AsyncDisposable {
	/** A new session whose sandbox is that of the lane: sandboxes outlast sessions here, so that none is paid for twice. */
	enter(lane: number): Promise<Stage>;
	/** A new session with a sandbox of its own. */
	alone(): Promise<Stage>;
}

/** One session, as the tools of its Brain see it. */
export interface Stage {
	/** Calls `forge_tool`; each call has an id of its own. */
	forge(order: unknown, coder: Model): Promise<ToolOutcome>;
	/** `forge_tool` as a Brain is told of it. */
	readonly spec: ToolSpec;
	/** Calls `use_tool`. */
	use(name: string, input: unknown): Promise<ToolOutcome>;
	readonly sandbox: Sandbox;
	/** How long drafts have run in the sandbox so far, ms. */
	ranFor(): number;
}

/** Hidden tools of the sandbox whose time is that of the draft, not of the forge. */
const runs = ['try_tool'];

export async function openArena(signal: AbortSignal): Promise<Arena> {
	await using building = new AsyncDisposableStack();
	const home = building.use(await tempHome());
	const context = { signal, runs: (wanted: number) => wanted, say: () => {} };
	const under = building.use(await openSandboxBench(context, sessionPathsIn(home.path)));
	const sessions = building.use(openSessions(home.path));
	const linter = building.use(createRuffLinter({ log: silentLogger }));
	const deps = { judge: undefined, linter, packages: { allowed: [], enabled: true }, sessions, places };
	const forgeOf = (coder: Model): Tool => forgeTool({ ...deps, coder });
	const user = useTool([createForgeSource({ sessions, places })]);
	let nth = 0;
	const open = async (sandboxOf: (session: string) => Promise<Sandbox>): Promise<Stage> => {
		nth += 1;
		const folder = await sessions.open(`local-eval-${nth}`);
		const session = await loadSession(folder, { session: folder.id, token: 1 });
		const sandbox = await sandboxOf(folder.id);
		return stageOf({ session, sandbox, signal }, { forgeOf, user });
	};
	// The lane's sandbox is that of its first session.
	const lanes = new Map<number, string>();
	const parts = building.move();
	return {
		enter: (lane) =>
			open((session) => {
				lanes.set(lane, lanes.get(lane) ?? session);
				return under.acquire(lanes.get(lane) ?? session);
			}),
		alone: () => open((session) => under.acquire(session)),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

interface Place {
	readonly session: ToolContext['session'];
	readonly sandbox: Sandbox;
	readonly signal: AbortSignal;
}

function stageOf(
	{ session, sandbox, signal }: Place,
	{ forgeOf, user }: { readonly forgeOf: (coder: Model) => Tool; readonly user: Tool },
): Stage {
	const watch = watched(sandbox);
	let calls = 0;
	const context = (): ToolContext => {
		calls += 1;
		const thread = { platform: 'terminal', id: 'eval' };
		return {
			session,
			call: { id: `c${calls}`, thread, person: undefined, answer: undefined },
			sandbox: async () => watch.sandbox,
			output: () => undefined,
			signal,
		};
	};
	return {
		spec: forgeOf(unasked).spec,
		forge: (order, coder) => forgeOf(coder).run(order, context()),
		use: (name, input) => user.run({ name, input }, context()),
		sandbox,
		ranFor: watch.ranFor,
	};
}

/** Only the words of a tool are asked for. */
const unasked: Model = {
	name: 'none',
	reply: () => {
		throw new Error('Nobody plays here');
	},
	ask: () => Promise.reject(new Error('Nobody plays here')),
};

/** The sandbox, with a clock for what it runs of drafts. */
function watched(sandbox: Sandbox): { readonly sandbox: Sandbox; readonly ranFor: () => number } {
	let total = 0;
	const call: Sandbox['call'] = async (asked, watch) => {
		const start = performance.now();
		try {
			return await sandbox.call(asked, watch);
		} finally {
			if (runs.includes(asked.tool)) total += performance.now() - start;
		}
	};
	return { sandbox: { ...sandbox, call }, ranFor: () => total };
}
