import { type Tool, type ToolOutcome, toolSpec } from '../tool.ts';
import type { ForgeDeps } from './forge-deps.ts';
import { refusalText } from './order/refusal.ts';
import { type Registry, readRegistry, updateRegistry } from './registry/registry.ts';
import { forging, startRun } from './run/forging.ts';
import type { CallParts } from './run/parts-for.ts';
import { specOf } from './spec/gate.ts';
import { orderSchema } from './spec/spec.ts';
import { continuationIn } from './trial/continuation.ts';

const description = 'Have a general Python tool made and tested; then call it by use_tool.';

/** The Brain's `forge_tool`: the order is read and checked, tools that there are come first, the Coder writes, the sandbox tests. */
export function forgeTool(deps: ForgeDeps): Tool {
	return {
		spec: toolSpec('forge_tool', description, orderSchema),
		touches: 'makes-tools',
		ways: ['goes-on'],
		run: (given, context) => forging(() => take(given, { deps, context }), { deps, context }),
	};
}

/** An order, or the answer to what an earlier one has left in dispute. */
async function take(said: unknown, given: CallParts): Promise<ToolOutcome> {
	const asked = continuationIn(said);
	if (!asked) return begin(said, given);
	const { continueRun, dropByBrain, unknownRun } = await import('./run/continue-run.ts');
	const known = (await continueRun(asked, given)) ?? (await dropByBrain(asked, given));
	return known ?? (asked.mayBeOrder ? begin(said, given) : unknownRun(asked, given));
}

async function begin(ordered: unknown, given: CallParts): Promise<ToolOutcome> {
	const { folder } = given.context.session;
	// With schemas and their library only once something is ordered.
	const { readOrder } = await import('./order/read-order.ts');
	const { order, taken, faults } = await readOrder(ordered, (await readRegistry(folder)).tools);
	if (!order) return sendBack({ faults, taken }, given);
	const spec = specOf(order);
	const { settleDisputes } = await import('./run/continue-run.ts');
	await settleDisputes(order, given);
	const { lookFirst } = await import('./spec/look-first.ts');
	const found = await lookFirst(spec, order.anyway === true, given);
	if (found !== undefined) {
		await updateRegistry(folder, countReuse);
		return { ok: true, text: found };
	}
	return startRun(order, taken, given);
}

/** An order that must be mended; with the first one of a session a whole one is shown. */
async function sendBack(
	reading: Parameters<typeof refusalText>[0],
	{ context: { session } }: CallParts,
): Promise<ToolOutcome> {
	const { counters } = await updateRegistry(session.folder, countSentBack);
	return { ok: false, text: refusalText(reading, counters.sentBack === 1) };
}

function countSentBack(registry: Registry): Registry {
	const { counters } = registry;
	return { ...registry, counters: { ...counters, sentBack: (counters.sentBack ?? 0) + 1 } };
}

function countReuse(registry: Registry): Registry {
	const { counters } = registry;
	return { ...registry, counters: { ...counters, orders: counters.orders + 1, reused: counters.reused + 1 } };
}
