import { describe, expect, it } from 'vitest';
import { readRun } from '../../../src/agent/forge/run/forge-run.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openForge, textOf } from './open-forge.ts';
import { codeOf, coderOf, rawSpec } from './specs.ts';

const [first, second] = rawSpec.examples;
if (!first || !second) throw new Error('The spec has two examples');
/** The second example is computed wrong. */
const wrong = { examples: [first, { ...second, output: { sum: 7 } }] };
const objection = 'Example 2 contradicts the purpose: the sum of [-1] is -1';
const objecting = (code: string) => ({ ...codeOf(code), objection });

describe('an order with a wrong example', () => {
	it('comes back with the example that all drafts disagree with, and both values', async () => {
		await using dir = await tempDir();
		await using opened = await openForge({
			home: dir.path,
			coder: coderOf(['one', 'two', 'three', 'four'].map((code) => codeOf(code))),
		});
		const text = textOf(await opened.forge(wrong));
		expect(text.split('\n')).toEqual([
			'The tool "sum_numbers" could not be made: 4 tries failed, the last at this check: example.',
			'examples[1] for {"numbers":[-1]}: the order says {"sum":7}, all 4 drafts gave {"sum":-1}.',
			expect.stringMatching(/^If an example is wrong, mend it and order again/),
		]);
	});

	it('comes back after two tries where the Coder objects and both drafts agree', async () => {
		await using dir = await tempDir();
		const coder = coderOf([codeOf('one'), objecting('two'), codeOf('three')]);
		await using opened = await openForge({ home: dir.path, coder });
		const text = textOf(await opened.forge(wrong));
		expect(text).toContain('all 2 drafts gave {"sum":-1}');
		expect(text).toContain(`The Coder objects: "${objection}"`);
		expect(coder.asked.filter(({ name }) => name === 'tool_code')).toHaveLength(2);
		expect(textOf(await opened.forge(wrong))).toBe(text);
	});

	it('is not given up for an objection alone: the drafts that follow may keep the example', async () => {
		await using dir = await tempDir();
		const coder = coderOf([{ ...objecting('wrong') }, codeOf('good')]);
		await using opened = await openForge({ home: dir.path, coder });
		expect(await opened.forge()).toMatchObject({ ok: true });
		expect((await readRun(opened.folder, 'c1'))?.tries[0]).toMatchObject({
			draft: { objection },
			differs: [
				{ example: 0, ordered: '{"sum":3}', given: '{"sum":4}' },
				{ example: 1, ordered: '{"sum":-1}', given: '{"sum":0}' },
			],
		});
	});

	it('is told of its own examples alone where it repairs a tool', async () => {
		await using dir = await tempDir();
		const drafts = ['good', ...Array.from({ length: 4 }, () => 'wrong')].map((code) => codeOf(code));
		await using opened = await openForge({ home: dir.path, coder: coderOf(drafts) });
		await opened.forge();
		const examples = [5, 6].map((one) => ({ input: { numbers: [one] }, output: { sum: one + 1 } }));
		const text = textOf(await opened.forge({ repairs: 'sum_numbers', examples }, { id: 'c2' }));
		expect(text).toMatch(/could not be made: 4 tries failed/);
		expect(text).not.toContain('examples[');
	});

	it('says nothing of examples that one of the drafts keeps', async () => {
		await using dir = await tempDir();
		const coder = coderOf(['wrong one', 'lax two', 'wrong three', 'lax four'].map((code) => codeOf(code)));
		await using opened = await openForge({ home: dir.path, coder });
		const text = textOf(await opened.forge());
		expect(text).toMatch(/the last at this check: negative\. Do it by bash/);
		expect(text).not.toContain('examples[');
	});
});
