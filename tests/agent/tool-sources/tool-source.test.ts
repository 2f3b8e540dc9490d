import { createForgeSource } from '../../../src/agent/forge/use/forge-source.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { createStaticSource, staticTool } from '../../support/static-source.ts';
import { openTools } from '../forge/use/open-tools.ts';
import { describeToolSource } from './tool-source-contract.ts';

describeToolSource('the forge', async () => {
	const tools = await openTools();
	await keepTool(tools.folder);
	await keepTool(tools.folder, { name: 'halve_number' }, { quarantined: true });
	return {
		source: createForgeSource(tools),
		runs: () => tools.sandboxes.calls.length,
		contextOf: tools.contextOf,
		[Symbol.asyncDispose]: () => tools[Symbol.asyncDispose](),
	};
});

describeToolSource('a list that never changes', async () => {
	const tools = await openTools();
	let runs = 0;
	const doubling = staticTool('double_number', (n) => {
		runs += 1;
		return { twice: n * 2 };
	});
	runs = 0;
	const health = { kind: 'unhealthy', mark: 'away', why: 'numbers/halve_number cannot be reached.' } as const;
	return {
		source: createStaticSource('list', [doubling, staticTool('halve_number', (n) => n / 2, { health })]),
		runs: () => runs,
		contextOf: tools.contextOf,
		[Symbol.asyncDispose]: () => tools[Symbol.asyncDispose](),
	};
});
