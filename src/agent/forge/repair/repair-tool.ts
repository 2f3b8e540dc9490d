import { z } from 'zod';
import { type Tool, type ToolOutcome, toolSpec } from '../../tool.ts';
import type { ForgeDeps } from '../forge-deps.ts';
import { forging, startRun } from '../run/forging.ts';
import type { CallParts } from '../run/parts-for.ts';
import { isToolThere } from '../use/tools-there.ts';

const args = z.strictObject({
	tool: z.string(),
	change: z.string().describe('What is to be different, or what fails'),
	examples: z
		.array(z.record(z.string(), z.unknown()))
		.optional()
		.describe('{input, output} where results change, files as in forge_tool'),
});

const description = 'Have a forged tool changed or mended: a new version, which keeps all that you do not name.';

/**
 * The Brain's `repair_tool`: says what is new about a tool, and inherits the rest. Told where there is a tool, so that a session without any
 * pays nothing for it.
 */
export function repairTool(deps: ForgeDeps): Tool {
	return {
		spec: toolSpec('repair_tool', description, args),
		touches: 'makes-tools',
		ways: ['goes-on'],
		isOffered: (scene) => isToolThere(scene, deps),
		run: (given, context) => forging(() => begin(given, { deps, context }), { deps, context }),
	};
}

async function begin(given: unknown, parts: CallParts): Promise<ToolOutcome> {
	// With schemas and their library only once something is repaired.
	const { readyRepair } = await import('./ready-repair.ts');
	const ready = await readyRepair(given, parts);
	if ('refusal' in ready) return { ok: false, text: ready.refusal };
	return startRun(ready.order, ready.taken, parts);
}
