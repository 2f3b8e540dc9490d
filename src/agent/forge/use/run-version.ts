import { runToolResult } from '../../../sandbox/built-ins.ts';
import type { CallResult, Sandbox } from '../../../sandbox/sandbox.ts';
import { type ToolError, wrongIn } from '../../../sandbox/tool-error.ts';
import type { ToolVersions } from '../../../store/store.ts';
import type { ToolContext } from '../../tool.ts';
import { type Manifest, versionFiles } from '../registry/manifest.ts';
import { idOf } from '../registry/registry.ts';
import type { Validator } from '../spec/json-schema.ts';
import { outputValidator } from './validators.ts';

/** How a run of a tool ended. `text` goes to whoever called it. */
export type UseEnd =
	| { readonly kind: 'ok'; readonly text: string; readonly output: Readonly<Record<string, unknown>> }
	/** The caller's doing: what it asks cannot be done. */
	| { readonly kind: 'refused'; readonly text: string }
	/** The tool's doing. `error`: one line. */
	| { readonly kind: 'failed'; readonly text: string; readonly error: string }
	/** Nobody's doing: the sandbox ended, or packages cannot be had. */
	| { readonly kind: 'lost'; readonly text: string };

export interface RunParts extends Pick<ToolContext, 'sandbox' | 'output' | 'signal'> {
	/** Those that the sandbox sees as `/tools`. */
	readonly versions: Pick<ToolVersions, 'read'>;
}

/** Runs one version; its environment is installed first where it is not there (any more). Rejects as a tool does. */
export async function runVersion(
	manifest: Manifest,
	input: Readonly<Record<string, unknown>>,
	parts: RunParts,
): Promise<UseEnd> {
	const sandbox = await parts.sandbox();
	const call = { tool: 'run_tool', args: argsOf(manifest, input) };
	const watch = { signal: parts.signal, onOutput: parts.output };
	const fits = await outputValidator(manifest);
	const first = await sandbox.call(call, watch);
	if (!lacksEnvironment(first)) return endOf(first, manifest, fits);
	const problem = await install(manifest, sandbox, parts);
	if (problem !== undefined) return { kind: 'lost', text: `${idOf(manifest)} cannot run: ${problem}` };
	const end = endOf(await sandbox.call(call, watch), manifest, fits);
	return { ...end, text: `${end.text}\n(Its packages had to be installed first.)` };
}

function argsOf(
	{ category, name, version, env, looksAround, written }: Manifest,
	input: Readonly<Record<string, unknown>>,
) {
	return {
		tool: `${category}/${name}/${version}`,
		input,
		...(looksAround !== undefined && { looksAround }),
		...(written && { written }),
		...(env !== undefined && { env }),
	};
}

function lacksEnvironment({ data }: CallResult): boolean {
	const parsed = runToolResult.safeParse(data);
	return parsed.success && 'missing' in parsed.data;
}

/** Why its environment cannot be made; undefined when it is there. */
async function install(manifest: Manifest, sandbox: Sandbox, parts: RunParts): Promise<string | undefined> {
	const entry = { tool: idOf(manifest), version: manifest.version };
	const lock = await parts.versions.read(entry, versionFiles.lock);
	if (lock === undefined) return `version ${manifest.version} has no file "${versionFiles.lock}" to install from.`;
	parts.output(`installing the packages of ${entry.tool}`);
	const done = await sandbox.packages.install(lock, { signal: parts.signal, onOutput: parts.output });
	return done.kind === 'installed' ? undefined : `its packages cannot be installed: ${done.reason}`;
}

function endOf(result: CallResult, manifest: Manifest, fits: Validator): UseEnd {
	const id = idOf(manifest);
	if (result.lost !== undefined) return { kind: 'lost', text: result.text };
	const data = runToolResult.safeParse(result.data).data;
	if (!data) return failed(result.text, lineOf(result.text));
	if ('missing' in data) return { kind: 'lost', text: `${id} cannot run: its packages are not there.` };
	if ('error' in data) return errorEnd(data.error, result.text, id);
	const problem = fits(data.output);
	if (problem === undefined) return { kind: 'ok', text: result.text, output: data.output };
	return failed(`${id} answered what its output schema does not allow: ${problem}`, `output: ${problem}`);
}

/** By the contract of a tool, wrong input raises a `ValueError`; a file that is not what its name says is nobody's bug, and all else is one. */
function errorEnd(error: ToolError, text: string, id: string) {
	const { type, message } = error;
	const wrong = wrongIn(error);
	if (wrong === 'input') return { kind: 'refused', text: `${id} refuses the input: ${message}` } as const;
	if (wrong === 'file')
		return { kind: 'refused', text: `${id} cannot read a file of the input: ${type}: ${message}` } as const;
	return failed(text, lineOf(`${type}: ${message}`));
}

function failed(text: string, error: string): UseEnd {
	return { kind: 'failed', text, error };
}

function lineOf(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed();
}
