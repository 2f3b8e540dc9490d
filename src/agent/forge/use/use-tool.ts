import { z } from 'zod';
import { ProblemError, userMessage } from '../../../base/errors.ts';
import type { Catalog, SessionFolder } from '../../../store/store.ts';
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../../tool.ts';
import type { ForgeDeps } from '../forge-deps.ts';
import type { Manifest } from '../registry/manifest.ts';
import { currentOf, idOf, versionOf } from '../registry/registry.ts';
import { adopt } from '../share/adopt.ts';
import { changedByHand } from './changed-by-hand.ts';
import { keepUse } from './keep-use.ts';
import { type KnownTool, toolsToPickFrom } from './known-tools.ts';
import { pickTool } from './pick-tool.ts';
import { runVersion } from './run-version.ts';
import { inputValidator } from './validators.ts';

/** The Brain's `use_tool`. */
export function useTool(deps: Pick<ForgeDeps, 'sessions' | 'places'>): Tool {
	return defineTool({
		name: 'use_tool',
		description: 'Run a forged tool; the result is its JSON.',
		args: z.strictObject({
			name: z.string().describe('category/name, or just the name'),
			input: z.record(z.string(), z.unknown()),
			version: z.number().int().min(1).optional(),
		}),
		run: async ({ name, input, version }, context) => {
			const { session, call } = context;
			const tools = await toolsToPickFrom(name, { folder: session.folder, thread: call.thread }, deps);
			const picked = pickTool({ name, version }, tools);
			if (typeof picked === 'string') return { ok: false, text: picked };
			const manifest = await ownVersion(picked, version, context);
			return typeof manifest === 'string' ? { ok: false, text: manifest } : useVersion(manifest, input, context);
		},
	});
}

/** The version to run, or why there is none: one that only the catalog has is taken over first. */
async function ownVersion(
	picked: KnownTool,
	version: number | undefined,
	{ session }: ToolContext,
): Promise<Manifest | string> {
	if (picked.from === 'catalog') return takenOver(picked.catalog, picked, session.folder);
	if (version !== undefined) return (versionOf(picked.entry, version) ?? currentOf(picked.entry)).manifest;
	return picked.newer ? takenOver(picked.newer, picked, session.folder) : picked.manifest;
}

function takenOver(catalog: Catalog, { manifest }: KnownTool, folder: SessionFolder): Promise<Manifest | string> {
	return adopt(catalog, idOf(manifest), folder).then((adopted) => adopted.manifest, sentenceOf);
}

/** What a person must mend in a catalog is no broken machine. */
function sentenceOf(error: unknown): string {
	if (error instanceof ProblemError) return userMessage(error);
	throw error;
}

/** Checks the input, runs the version, checks what it answers, and keeps how it went. */
async function useVersion(
	manifest: Manifest,
	input: Readonly<Record<string, unknown>>,
	context: ToolContext,
): Promise<ToolResult> {
	const { folder } = context.session;
	const changed = await changedByHand(manifest, folder);
	if (changed !== undefined) return { ok: false, text: changed };
	const wrong = (await inputValidator(manifest))(input);
	if (wrong !== undefined) return { ok: false, text: `Wrong input of ${idOf(manifest)}: ${wrong}` };
	const [at, startedAt] = [new Date().toISOString(), performance.now()];
	const end = await runVersion(manifest, input, { ...context, shelf: folder.files.tools });
	// What a stop has ended says nothing of the tool.
	context.signal.throwIfAborted();
	const ms = Math.round(performance.now() - startedAt);
	const standing = await keepUse(end, manifest, { input, ms, at }, folder);
	return { ok: end.kind === 'took', text: standing === '' ? end.text : `${end.text}\n${standing}` };
}
