import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/agent/forge/registry/registry.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../support/workbench.ts';
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
