import { ProblemError, userMessage } from '../../../base/errors.ts';
import { fitToSchema } from '../../../base/schema/fit.ts';
import { isRecord } from '../../../base/schema/schema-types.ts';
import type { Catalog, SessionFolder } from '../../../store/store.ts';
import { type ToolContext, type ToolResult, withDropped } from '../../tool.ts';
import type { ToolUse } from '../../tool-sources/tool-source.ts';
import type { Manifest } from '../registry/manifest.ts';
import { currentOf, idOf, versionOf } from '../registry/registry.ts';
import { adopt } from '../share/adopt.ts';
import { changedByHand } from './changed-by-hand.ts';
import { keepUse } from './keep-use.ts';
import type { KnownTool } from './known-tools.ts';
import { versionProblem } from './pick-tool.ts';
import { runVersion } from './run-version.ts';
import { inputValidator } from './validators.ts';

/** Calls a forged tool as the session has it: checked before and after, counted, and adopted first where only a catalog has it. */
export async function callTool(
	known: KnownTool,
	{ input, version }: ToolUse,
	context: ToolContext,
): Promise<ToolResult> {
	const problem = versionProblem(known, version);
	if (problem !== undefined) return { ok: false, text: problem };
	const manifest = await ownVersion(known, version, context);
	return typeof manifest === 'string' ? { ok: false, text: manifest } : useVersion(manifest, input, context);
}

/** The version to run, or why there is none. */
async function ownVersion(
	known: KnownTool,
	version: number | undefined,
	{ session }: ToolContext,
): Promise<Manifest | string> {
	if (known.from === 'catalog') return adopted(known.catalog, known, session.folder);
	if (version !== undefined) return (versionOf(known.entry, version) ?? currentOf(known.entry)).manifest;
	return known.newer ? adopted(known.newer, known, session.folder) : known.manifest;
}

function adopted(catalog: Catalog, { manifest }: KnownTool, folder: SessionFolder): Promise<Manifest | string> {
	return adopt(catalog, idOf(manifest), folder).then((entry) => entry.manifest, sentenceOf);
}

/** A catalog that a person must mend is not a broken machine. */
function sentenceOf(error: unknown): string {
	if (error instanceof ProblemError) return userMessage(error);
	throw error;
}

type Input = ToolUse['input'];

/** Checks the input and makes it fit where there is no doubt; then the version runs. */
async function useVersion(manifest: Manifest, given: Input, context: ToolContext): Promise<ToolResult> {
	const changed = await changedByHand(manifest, context.session.folder);
	if (changed !== undefined) return { ok: false, text: changed };
	const validate = await inputValidator(manifest);
	if (validate(given) === undefined) return runChecked(manifest, given, context);
	const { value, dropped } = fitToSchema(manifest.input, given);
	const input = isRecord(value) ? value : given;
	const wrong = validate(input);
	if (wrong !== undefined) return { ok: false, text: `Wrong input of ${idOf(manifest)}: ${wrong}` };
	return withDropped(await runChecked(manifest, input, context), idOf(manifest), dropped);
}

/** Runs the version, checks what it answers, and keeps how it went. */
async function runChecked(manifest: Manifest, input: Input, context: ToolContext): Promise<ToolResult> {
	const { folder } = context.session;
	const [at, startedAt] = [new Date().toISOString(), performance.now()];
	const end = await runVersion(manifest, input, { ...context, versions: folder.files.tools });
	// A run that a stop has ended says nothing of the tool.
	context.signal.throwIfAborted();
	const ms = Math.round(performance.now() - startedAt);
	const health = await keepUse(end, manifest, { input, ms, at }, folder);
	return { ok: end.kind === 'ok', text: health === '' ? end.text : `${end.text}\n${health}` };
}
