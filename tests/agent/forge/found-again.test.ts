import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/agent/forge/registry/registry.ts';
import { knownTools } from '../../../src/agent/forge/use/known-tools.ts';
import { listingOf } from '../../../src/agent/forge/use/listing.ts';
import { searchTools } from '../../../src/agent/tool-sources/search/search-tools.ts';
import { places } from '../../../src/platforms.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../support/workbench.ts';
import { openForge } from './open-forge.ts';
import { codeOf, coderOf, fakeCheck, fakeTry, rawSpec } from './specs.ts';

const tools = { check_tool: fakeCheck, try_tool: fakeTry() };
const words = { phrases: ['Zahlen zusammenzählen'], synonyms: ['Summe'], not_for: ['average'] };
const forging = { calls: [{ name: 'forge_tool', args: rawSpec }] };
const repairing = { calls: [{ name: 'forge_tool', args: { ...rawSpec, repairs: 'numbers/sum_numbers' } }] };
const finding = (query: string) => ({ calls: [{ name: 'find_tools', args: { query } }] });

describe('a tool whose Coder has said how people ask for it', () => {
	it('is found in words that nothing else of it has', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging, finding('zähle Zahlen zusammen'), { text: 'ok' }]);
		const coder = coderOf([{ ...codeOf('good'), ...words }]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		expect(brain.requests[2]?.messages.at(-1)?.text).toContain('numbers/sum_numbers');
	});

	it('keeps them where a repair of a draft, or of the tool, leaves them out', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging, repairing, { text: 'ok' }]);
		const coder = coderOf([{ ...codeOf('wrong'), ...words }, codeOf('good'), codeOf('good better')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('go'));
		const [tool] = (await readRegistry(await bench.sessions.open(sessionId))).tools;
		const found = { phrases: words.phrases, synonyms: words.synonyms, notFor: words.not_for };
		expect(tool?.versions.map(({ manifest }) => manifest.found)).toEqual([found, found]);
	});

	it('is asked for in the languages that the thread is in', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([forging, { text: 'ok' }]);
		const coder = coderOf([codeOf('good')]);
		await using bench = openWorkbench({ home: dir.path, brain, coder, tools });
		await bench.say(message('Bitte rechne die Zahlen aus der Liste zusammen, und das mit einem Werkzeug'));
		const [code, tests] = ['tool_code', 'tool_tests'].map((name) => coder.asked.find((one) => one.name === name));
		expect(code?.prompt).toContain('Languages of those who ask: English, German.');
		expect(code?.prompt).not.toContain('Bitte');
		expect(tests?.prompt).not.toContain('German');
	});
});

describe('a tool of a time when no Coder said so', () => {
	it('is found by the fields of its schemas, the ones that no example has too, and by what these say of them', async () => {
		await using dir = await tempDir();
		await using sessions = openSessions(dir.path);
		const folder = await sessions.open('local-old');
		const whole = { type: 'integer', description: 'Rounded to so many decimals' };
		const properties = { numbers: { type: 'array', items: { type: 'number' } }, places: whole };
		const input = { type: 'object', properties, required: ['numbers'], additionalProperties: false };
		const purpose = 'Work it out';
		await keepTool(folder, { category: 'old', name: 'work_out', purpose, code: 'x', input, output: input });
		const thread = { platform: 'terminal', id: 'old' } as const;
		const { tools: known } = await knownTools({ folder, thread }, { sessions, places });
		const listed = known.map(listingOf);
		expect(searchTools('decimals', listed).map(({ tool }) => tool.name)).toEqual(['work_out']);
		expect(searchTools('places', listed).map(({ tool }) => tool.name)).toEqual(['work_out']);
	});

	it('is asked for them with its next repair, and no other tool is', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('good'), { ...codeOf('good 2'), ...words }, codeOf('good 3')]);
		await using opened = await openForge({ home: dir.path, coder });
		await opened.forge();
		for (const id of ['r1', 'r2'])
			expect(await opened.repair({ tool: 'numbers/sum_numbers', change: `Change ${id}` }, { id })).toMatchObject({
				ok: true,
			});
		const asked = coder.asked.filter(({ name }) => name === 'tool_code').map(({ prompt }) => prompt);
		expect(asked.map((prompt) => prompt.includes('no phrases, synonyms and not_for yet'))).toEqual([
			false,
			true,
			false,
		]);
		const [tool] = (await readRegistry(opened.folder)).tools;
		expect(tool?.versions.map(({ manifest }) => manifest.found?.synonyms)).toEqual([undefined, ['Summe'], ['Summe']]);
	});
});
