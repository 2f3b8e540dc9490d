import { describe, expect, it } from 'vitest';
import { unused, updateRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { ask } from '../../../support/commands.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { openBench } from '../open-bench.ts';

describe('/status', () => {
	const lineOf = async (at: { bench: Parameters<typeof ask>[0] }) =>
		(await ask(at.bench, '/status')).split('\n').find((line) => line.startsWith('Tools'));

	it('says nothing of tools where none was ever forged', async () => {
		await using at = await openBench();
		expect(await lineOf(at)).toBeUndefined();
	});

	it('counts tools, calls, tries with why they were refused, and how much is used again', async () => {
		await using at = await openBench();
		await keepTool(at.folder, {}, { use: { ...unused, calls: 2 } });
		await keepTool(at.folder, {}, { use: { ...unused, calls: 9 }, quarantined: true });
		await keepTool(at.folder, { name: 'halve_number' }, { use: { ...unused, calls: 1 } });
		await keepTool(at.folder, { name: 'square_number' });
		await updateRegistry(at.folder, ({ counters, ...rest }) => ({
			...rest,
			counters: { ...counters, tries: 9, calls: 25, disputed: 2, refused: { example: 1, syntax: 2 } },
		}));
		expect(await lineOf(at)).toBe(
			'Tools      3 forged (1 quarantined), 12 calls; 9 tries, refused: syntax 2, example 1, 25 requests to the Coder, 2 disputed; reuse 67 % once, 33 % five times',
		);
	});
});
