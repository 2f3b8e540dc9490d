import { forgeTool } from '../../src/agent/forge/forge-tool.ts';
import type { Lab, Labs } from '../../src/agent/forge/try/lab.ts';
import { createForgeSource } from '../../src/agent/forge/use/forge-source.ts';
import type { Model, ToolSpec } from '../../src/agent/model/model.ts';
import { loadSession } from '../../src/agent/session/session.ts';
import type { Tool, ToolContext, ToolOutcome } from '../../src/agent/tool.ts';
import { useTool } from '../../src/agent/tool-sources/use-tool.ts';
import type { Linter } from '../../src/lint/linter.ts';
import { places } from '../../src/platforms.ts';
import type { LabOrder } from '../../src/sandbox/lab-home.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Sessions } from '../../src/store/store.ts';

/** The forge as it is shipped. */
export interface Arena {
	/** A new session whose sandbox is that of the lane: sandboxes outlast sessions here, so that none is paid for twice. */
	enter(lane: number): Promise<Stage>;
	/** A new session with a sandbox of its own, and labs in which nobody has been, as one has it that is not measured for its time. */
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

/** The machine that an arena stands on. */
export interface Grounds {
	readonly sessions: Sessions;
	readonly linter: Linter;
	/** The session's running sandbox, or a new one. */
	acquire(session: string): Promise<Sandbox>;
	readonly labs: Labs;
}

export function createArena(grounds: Grounds, signal: AbortSignal): Arena {
	const { sessions, linter, acquire, labs } = grounds;
	const deps = { judge: undefined, linter, packages: { allowed: [], enabled: true }, sessions, places };
	const user = useTool([createForgeSource({ sessions, places })]);
	let nth = 0;
	const next = (): string => {
		nth += 1;
		return `local-eval-${nth}`;
	};
	const open = async (id: string, sandbox: Sandbox, given: Labs): Promise<Stage> => {
		const session = await loadSession(await sessions.open(id), { session: id, token: 1 });
		const watch = createWatch();
		const parts = { ...deps, labs: { open: (order: LabOrder) => watchedLab(given.open(order), watch) } };
		const forgeOf = (coder: Model): Tool => forgeTool({ ...parts, coder });
		return stageOf({ session, sandbox: watch.sandbox(sandbox), signal }, { forgeOf, user, ranFor: watch.ranFor });
	};
	const lanes = new Map<number, Promise<readonly [Sandbox, Sandbox]>>();
	const laneOf = (lane: number) => {
		const made = lanes.get(lane) ?? Promise.all([acquire(next()), acquire(next())]);
		lanes.set(lane, made);
		return made;
	};
	return {
		async enter(lane) {
			const [own, lab] = await laneOf(lane);
			return open(next(), own, { open: () => ({ sandbox: async () => lab, [Symbol.dispose]: () => {} }) });
		},
		async alone() {
			const id = next();
			return open(id, await acquire(id), labs);
		},
	};
}

function watchedLab(lab: Lab, watch: Watch): Lab {
	return {
		sandbox: async (signal) => watch.sandbox(await lab.sandbox(signal)),
		[Symbol.dispose]: () => lab[Symbol.dispose](),
	};
}

interface Place {
	readonly session: ToolContext['session'];
	readonly sandbox: Sandbox;
	readonly signal: AbortSignal;
}

interface Parts extends Pick<Stage, 'ranFor'> {
	readonly forgeOf: (coder: Model) => Tool;
	readonly user: Tool;
}

function stageOf({ session, sandbox, signal }: Place, { forgeOf, user, ranFor }: Parts): Stage {
	let calls = 0;
	const context = (): ToolContext => {
		calls += 1;
		const thread = { platform: 'terminal', id: 'eval' };
		return {
			session,
			call: { id: `c${calls}`, thread, person: undefined, answer: undefined },
			sandbox: async () => sandbox,
			output: () => undefined,
			signal,
		};
	};
	return {
		spec: forgeOf(unasked).spec,
		forge: (order, coder) => forgeOf(coder).run(order, context()),
		use: (name, input) => user.run({ name, input }, context()),
		sandbox,
		ranFor,
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

/** A clock for what sandboxes run of drafts. */
interface Watch {
	sandbox(sandbox: Sandbox): Sandbox;
	ranFor(): number;
}

function createWatch(): Watch {
	let total = 0;
	return {
		ranFor: () => total,
		sandbox: (sandbox) => ({
			...sandbox,
			async call(asked, watch) {
				const start = performance.now();
				try {
					return await sandbox.call(asked, watch);
				} finally {
					if (runs.includes(asked.tool)) total += performance.now() - start;
				}
			},
		}),
	};
}
