import { describe, expect, it } from 'vitest';
import type { Tool, ToolContext, Touch } from '../../src/agent/tool.ts';
import { useTool } from '../../src/agent/tool-sources/use-tool.ts';
import { brainTools } from '../../src/agent/tools.ts';
import { noPast } from '../../src/chat/past.ts';
import { places } from '../../src/platforms.ts';
import { builtIns } from '../../src/sandbox/built-ins.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { createStaticSource, staticTool } from '../support/static-source.ts';

/** Every tool of the Brain. One that is missing here has not been thought about. */
const expected: Readonly<Record<string, Touch | 'by the call'>> = {
	bash: 'changes',
	read_file: 'looks',
	write_file: 'changes',
	edit_file: 'changes',
	list_files: 'looks',
	search_files: 'looks',
	look_at: 'looks',
	find_tools: 'uses-tools',
	use_tool: 'by the call',
	forge_tool: 'makes-tools',
	install_packages: 'changes',
	ask_user: 'nothing',
	read_thread: 'nothing',
	stay_silent: 'nothing',
	forge_from_script: 'makes-tools',
	repair_tool: 'makes-tools',
	compact_context: 'nothing',
	read_back: 'nothing',
};

describe('what a call touches', () => {
	it('is known of every tool of the Brain', () => {
		const forge = {
			coder: scriptedModel([]),
			judge: undefined,
			linter: { check: async () => [], [Symbol.asyncDispose]: async () => {} },
			packages: { allowed: [], enabled: true },
			sessions: { catalog: () => Promise.reject(new Error('Not looked for')) },
			places,
			labs: {
				open: () => {
					throw new Error('Nothing is tried');
				},
			},
		};
		const tools = brainTools(builtIns, forge, () => Promise.reject(new Error('Nothing is placed')), noPast);
		const told = [...tools].map(([name, { touches }]) => [name, typeof touches === 'string' ? touches : 'by the call']);
		expect(Object.fromEntries(told)).toEqual(expected);
	});
});

describe('a call of a forged tool', () => {
	const twice = staticTool('twice', (n) => n * 2);
	const write = staticTool('write', (n) => n, { touches: 'changes' });
	const namesake = { ...twice, category: 'files', name: 'write' };
	const tool = useTool([
		createStaticSource('static', [twice, write, { ...namesake, name: 'both' }, { ...write, name: 'both' }]),
	]);

	it.each<[string, unknown, Touch]>([
		['that has nothing to do with files', { name: 'twice', input: { n: 1 } }, 'uses-tools'],
		['by other words for its name', { tool: 'numbers/twice', arguments: { n: 1 } }, 'uses-tools'],
		['that writes', { name: 'write', input: { n: 1 } }, 'changes'],
		['that may be one that writes', { name: 'both', input: { n: 1 } }, 'changes'],
		['that is not there yet', { name: 'later', input: {} }, 'changes'],
		['without a name', { input: {} }, 'nothing'],
		['that is no object', [1], 'nothing'],
	])('%s', async (_, given, touch) => {
		expect(await touchOf(tool, given)).toBe(touch);
	});
});

function touchOf({ touches }: Tool, given: unknown): Promise<Touch> {
	if (typeof touches === 'string') throw new Error(`It is always ${touches}`);
	const { signal } = new AbortController();
	const call = {
		id: 'c1',
		thread: { platform: 'terminal', id: 'bench' } as const,
		person: undefined,
		answer: undefined,
	};
	return touches(given, { session: {} as ToolContext['session'], call, signal });
}
