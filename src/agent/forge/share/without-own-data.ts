import { ProblemError } from '../../../base/errors.ts';
import { parseJson } from '../../model/text/json-text.ts';
import { assembleTool } from '../draft/assemble.ts';
import { bodyOf } from '../draft/body-of.ts';
import { casesSchema, type ToolCase } from '../draft/cases.ts';
import { contentHash } from '../registry/content-hash.ts';
import { type Manifest, versionFiles } from '../registry/manifest.ts';
import { idOf } from '../registry/registry.ts';
import { specOf } from '../spec/gate.ts';
import { writeHeader } from '../static/pep723.ts';
import type { KeptVersion } from './kept-version.ts';
import { constantsIn, leaksIn, type OwnData, ownDataOf } from './own-data.ts';

/** A version as it may leave its session, and what is to be said of that. */
export interface Shareable {
	readonly kept: KeptVersion;
	/** Of one whose tests were data of the session: values of it that stand in its code. */
	readonly constants: readonly string[] | undefined;
}

/**
 * A version without data of people of its session: tests and example are made up, and so is the usage. The code stays to the letter but for what is
 * ours in it. Throws a `ProblemError` where nothing was made up that the tool passes. Pure.
 */
export function withoutOwnData(kept: KeptVersion): Shareable {
	const { manifest, files } = kept;
	if (manifest.provenance.ownData === undefined) return { kept, constants: undefined };
	const [madeUp, real] = [casesIn(files[versionFiles.madeUp]), casesIn(files[versionFiles.tests])];
	const [first] = madeUp ?? [];
	if (!first || !madeUp || !real) throw notMadeUp(manifest);
	const own = ownDataOf(real);
	const body = bodyOf(files[versionFiles.code] ?? '');
	const bare = manifestOf(manifest, first, own);
	const { [versionFiles.madeUp]: _madeUp, ...others } = files;
	const tests = `${JSON.stringify(madeUp)}\n`;
	const shared = { ...others, [versionFiles.code]: codeOf(bare, body), [versionFiles.tests]: tests };
	const found = leaksIn([...constantsIn(body)], own);
	return { kept: { manifest: { ...bare, sha256: contentHash(shared) }, files: shared }, constants: found };
}

function casesIn(text: string | undefined): readonly ToolCase[] | undefined {
	return text === undefined ? undefined : casesSchema.safeParse(parseJson(text)?.value).data;
}

function notMadeUp(manifest: Manifest): ProblemError {
	return new ProblemError(
		`Cannot share ${idOf(manifest)} ${manifest.version}: its tests are data of this session, and there are no made-up ones that it passes`,
		'Have it repaired, or ordered by forge_tool with examples that are made up',
	);
}

function manifestOf(manifest: Manifest, first: ToolCase, own: OwnData): Manifest {
	const { ownData: _ownData, ...provenance } = manifest.provenance;
	const output = first.expect.kind === 'output' ? first.expect.output : {};
	return {
		...manifest,
		purpose: withoutValues(manifest.purpose, own),
		usage: `use_tool ${JSON.stringify({ name: idOf(manifest), input: first.input })}`,
		example: { input: first.input, output },
		provenance,
	};
}

/** A purpose is said by the Brain, which had the data before it. */
function withoutValues(text: string, own: OwnData): string {
	const said = [...own].filter((value) => text.includes(value)).toSorted((one, other) => other.length - one.length);
	return said.reduce((told, value) => told.replaceAll(asWord(value), '…'), text);
}

/** Not within another word. */
function asWord(value: string): RegExp {
	const plain = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	return new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, 'gu');
}

function codeOf(manifest: Manifest, body: string): string {
	const { category, name, purpose, input, output, example, varies, capabilities, dependencies } = manifest;
	const order = { category, name, purpose, input, output, varies, capabilities: [...capabilities], rejects: [] };
	const spec = specOf({ ...order, examples: [example] });
	return assembleTool({ spec, body, header: writeHeader(dependencies) });
}
