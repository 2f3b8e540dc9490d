import { describe, expect, it } from 'vitest';
import { systemPrompt } from '../../src/agent/prompt.ts';
import { said } from '../support/commands.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { inbound, openWorkbench } from '../support/workbench.ts';

describe('the system prompt', () => {
	it('names every folder of the sandbox and the tools it speaks of', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(said('hi'));
		for (const folder of ['/inputs', '/workspace', '/outputs', '/tools', '/memories']) {
			expect(systemPrompt).toContain(folder);
		}
		const offered = new Set(brain.requests[0]?.tools.map((tool) => tool.name));
		const spokenOf = systemPrompt.match(/\b[a-z]+_[a-z]+\b/g) ?? [];
		expect(new Set(spokenOf)).toEqual(
			new Set(['find_tools', 'forge_tool', 'use_tool', 'ask_user', 'install_packages']),
		);
		expect(spokenOf.filter((name) => !offered.has(name))).toEqual([]);
	});

	it('and the tools are the same to the letter in every request, so that servers can cache them', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [{ name: 'find_tools', args: {} }] }, { text: 'a' }, { text: 'b' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(said('one'));
		await bench.say(inbound('command', { name: 'new', args: '' }));
		await bench.say(said('two'));
		const prefixes = brain.requests.map(({ system, tools }) => JSON.stringify({ system, tools }));
		expect(prefixes).toHaveLength(3);
		expect(new Set(prefixes).size).toBe(1);
		expect(prefixes[0]).not.toMatch(/\b20\d\d-\d\d|local-bench|Ada/);
	});

	it('and the tools hold nothing of which llama.cpp makes no grammar, no lengths of strings, no objects without a property, and nothing that each request would hold for nothing', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(said('hi'));
		const tools = JSON.stringify(brain.requests[0]?.tools);
		expect(tools).toContain('"choices":');
		expect(tools).not.toMatch(
			/"(?:min|max)Length"|"properties":\{\}|9007199254740991|"additionalProperties"|"minItems"|"minimum":[01]\b/,
		);
	});
});
