import type { ListedTool, ToolDescription, ToolHealth, ToolSource } from '../../src/agent/tool-sources/tool-source.ts';

/** A tool that is there from the start, and does what `run` says. */
export interface StaticTool extends ListedTool, ToolDescription {
	readonly health: ToolHealth;
	readonly run: (n: number) => unknown;
}

const number = { type: 'number' };
const healthy: ToolHealth = { kind: 'healthy' };

/** One that takes and gives a number. */
export function staticTool(name: string, run: StaticTool['run'], changed: Partial<StaticTool> = {}): StaticTool {
	return {
		category: 'numbers',
		name,
		purpose: 'Does something to a number',
		usage: '',
		parameters: ['n'],
		touches: 'uses-tools',
		marks: [],
		version: undefined,
		input: { type: 'object', properties: { n: number }, required: ['n'], additionalProperties: false },
		output: undefined,
		example: { input: { n: 2 }, output: run(2) },
		health: healthy,
		run,
		...changed,
	};
}

/** The smallest source: a list that never changes. `problems`: what keeps more away. */
export function createStaticSource(
	name: string,
	tools: readonly StaticTool[],
	problems: readonly string[] = [],
): ToolSource<StaticTool> {
	return {
		name,
		list: async (_scene, wanted) => ({ tools: tools.filter((tool) => isMeant(tool, wanted)), problems }),
		describe: async (tool) => tool,
		async call({ name: of, run }, { input: { n }, version }, { signal }) {
			signal.throwIfAborted();
			if (version !== undefined) return { ok: false, text: `${of} has no versions.` };
			if (typeof n !== 'number') return { ok: false, text: `Wrong input of ${of}: n must be number` };
			return { ok: true, text: JSON.stringify(run(n)) };
		},
		health: ({ health }) => health,
	};
}

function isMeant({ category, name }: StaticTool, wanted: string | undefined): boolean {
	return wanted === undefined || wanted === name || wanted === `${category}/${name}`;
}
