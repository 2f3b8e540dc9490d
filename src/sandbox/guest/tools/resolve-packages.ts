import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { resolvePackagesArgs } from '../../built-ins.ts';
import type { Queue } from '../run/queue.ts';
import { type Staging, withStaging } from '../run/staging.ts';
import { listInstalled, runUv, type UvResult } from '../run/uv.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';

type Args = z.output<typeof resolvePackagesArgs>;

/**
 * Hidden: which exact wheels the requirements need beside what the image has. What the image has stays as it is: another version of it is
 * a problem. `inTurn` holds all that runs as `forge`.
 */
export function createResolvePackages(inTurn: Queue): GuestTool {
	return defineTool({
		name: 'resolve_packages',
		description: 'Find the packages that requirements need.',
		args: resolvePackagesArgs,
		run: (args, call) => inTurn(() => resolveInStaging(args, call), call.signal),
	});
}

async function resolveInStaging(args: Args, call: ToolCall): Promise<ToolAnswer> {
	if (call.signal.aborted) return failed('Stopped');
	const result = await withStaging((staging) => resolve(args, staging, call));
	if (call.signal.aborted) return failed('Stopped');
	return result.kind === 'failed'
		? { text: result.why, data: { problem: result.why } }
		: { text: 'Resolved', data: { lock: result.stdout } };
}

async function resolve(args: Args, staging: Staging, call: ToolCall): Promise<UvResult> {
	const { index, requirements, timeout = 120 } = args;
	const installed = await listInstalled(staging, call);
	if (installed.kind === 'failed') return installed;
	const constraints = join(staging.root, 'image.txt');
	writeFileSync(constraints, installed.stdout, { mode: 0o644 });
	const where = ['--default-index', index, '--no-build'];

	// A try-run counts what is installed, and needs nothing of it from the index
	const flags = ['--dry-run', '--output-format', 'json', '--break-system-packages', '--constraints', constraints];
	const planned = await runUv({ args: ['install', ...where, ...flags, '--', ...requirements], timeout }, staging, call);
	const exact = planned.kind === 'done' ? parsePlan(planned.stdout) : planned;
	if (exact.kind === 'failed' || exact.stdout === '') return exact;
	const shape = ['--quiet', '--generate-hashes', '--no-deps', '--no-header', '--no-annotate', '-'];
	return runUv({ args: ['compile', ...where, ...shape], input: exact.stdout, timeout }, staging, call);
}

const planSchema = z.object({
	changes: z.array(z.object({ name: z.string(), version: z.string(), action: z.string() })),
});

/** The packages that uv would add, as `name==version` lines. */
function parsePlan(text: string): UvResult {
	const plan = planSchema.safeParse(parseJson(text));
	if (!plan.success) return { kind: 'failed', why: 'uv told its plan in a form that is not understood' };
	const other = plan.data.changes.find(({ action }) => action !== 'installed');
	if (other) return { kind: 'failed', why: `${other.name} of the image would be replaced` };
	return { kind: 'done', stdout: plan.data.changes.map(({ name, version }) => `${name}==${version}\n`).join('') };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
