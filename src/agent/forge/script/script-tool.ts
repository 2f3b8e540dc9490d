import { z } from 'zod';
import { type OfferScene, type Tool, type ToolOutcome, toolSpec } from '../../tool.ts';
import type { ForgeDeps } from '../forge-deps.ts';
import { forging, startRun } from '../run/forging.ts';
import type { CallParts } from '../run/parts-for.ts';
import { scriptRuns } from './script-runs.ts';

const args = z.strictObject({
	path: z.string(),
	name: z.string().describe('category/verb_target'),
	purpose: z.string(),
});

const description = 'Make a tested tool of a Python script that bash has run here; its runs are the examples.';

/**
 * The Brain's `forge_from_script`: a script that has done its work becomes a tool without an order. Told once bash has run one in the session:
 * before, nobody has a use for it.
 */
export function scriptTool(deps: ForgeDeps): Tool {
	return {
		spec: toolSpec('forge_from_script', description, args),
		touches: 'makes-tools',
		ways: ['goes-on'],
		isOffered: async ({ session }) => hasRunScripts(session),
		run: (given, context) => forging(() => begin(given, { deps, context }), { deps, context }),
	};
}

function hasRunScripts({ history }: OfferScene['session']): boolean {
	return scriptRuns(history().messages).length > 0;
}

async function begin(given: unknown, parts: CallParts): Promise<ToolOutcome> {
	const { readyScript } = await import('./ready-script.ts');
	const ready = await readyScript(given, parts);
	if ('answer' in ready) return ready.answer;
	return startRun(ready.order, ready.taken, parts);
}
