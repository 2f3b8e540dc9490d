import { CorruptFileError } from '../../../base/errors.ts';
import type { SessionFolder, VersionRef } from '../../../store/store.ts';
import { parseJson } from '../../model/text/json-text.ts';
import { casesSchema, dropKey, keyOf, type ToolCase } from '../draft/cases.ts';
import { versionFiles } from '../registry/manifest.ts';
import { currentOf, idOf, readRegistry, type ToolEntry, type VersionEntry } from '../registry/registry.ts';
import { sessionPath } from '../spec/gate-examples.ts';
import { createPartValidator, firstRefused } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';

/** A tool's past that a repair must not break. */
export interface Former {
	/** The number of the newest version that there is, whether it is used or has been set aside. */
	readonly version: number;
	/** The version that is repaired. */
	readonly base: VersionEntry;
	/** Tests of it and of those before it. */
	readonly cases: readonly ToolCase[];
	/** Inputs that earlier versions accepted, and such that they failed with. */
	readonly accepted: readonly Input[];
	readonly failed: readonly Input[];
}

type Input = Readonly<Record<string, unknown>>;

/**
 * The past of a tool that is to be repaired. That is the newest version where it has been set aside, else the one that is used: people who went
 * back to an older one do not want the newer one mended. A sentence for the Brain where it cannot be. Rejects with `CorruptFileError`.
 */
export async function readFormer(folder: SessionFolder, repairs: string): Promise<Former | string> {
	const tool = (await readRegistry(folder)).tools.find((entry) => idOf(entry) === repairs);
	const newest = tool?.versions.toSorted((one, other) => other.manifest.version - one.manifest.version)[0];
	if (!tool || !newest)
		return `There is no tool "${repairs}" in this session to repair; one of the catalog becomes the session's own when it is first used`;
	const base = newest.quarantined ? newest : currentOf(tool);
	const { version } = base.manifest;
	const cases = await readCases(folder, { tool: repairs, version });
	if (!cases)
		return `The tests of ${repairs} version ${version} were changed by hand and cannot be read, so nothing can say that a repair keeps what worked; forge it under another name`;
	const kept = cases.filter((test) => binds(test) && !isDropped(test, base));
	return { version: newest.manifest.version, base, cases: kept, ...inputsOf(tool, base) };
}

/**
 * Whether a repair must keep it: what orders and answers say, and inputs of use. Of what the Coder has made up that alone on which two drafts
 * agreed, or a wrong test would outlive the version that it has bent. Pure.
 */
function binds(test: ToolCase): boolean {
	return test.from === 'coder' ? test.agreed === true : test.from !== 'standard';
}

/** Whether somebody has taken a test away from a version. Pure. */
export function isDropped(test: ToolCase, { dropped = [] }: Pick<VersionEntry, 'dropped'>): boolean {
	return test.from === 'coder' && dropped.some((one) => one.test === dropKey(test));
}

/** The tests of a version: none of one that was forged before there were such files; undefined where they cannot be read. */
export async function readCases(
	folder: { readonly files: Pick<SessionFolder['files'], 'tools'> },
	entry: VersionRef,
): Promise<readonly ToolCase[] | undefined> {
	try {
		const text = await folder.files.tools.read(entry, versionFiles.tests);
		return text === undefined ? [] : casesSchema.safeParse(parseJson(text)?.value).data;
	} catch (error) {
		if (error instanceof CorruptFileError) return undefined;
		throw error;
	}
}

function inputsOf({ versions }: ToolEntry, base: VersionEntry): Pick<Former, 'accepted' | 'failed'> {
	const upTo = versions.filter(({ manifest }) => manifest.version <= base.manifest.version);
	return {
		accepted: distinct(upTo.flatMap(({ use }) => use.takenInputs)).slice(-6),
		failed: distinct(upTo.flatMap(({ use }) => use.failedInputs)).slice(-6),
	};
}

function distinct(inputs: readonly Input[]): readonly Input[] {
	return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()];
}

/** Why a spec cannot repair a tool, in one sentence: it must accept all that was accepted, and give what was given. */
export async function checkRepair(spec: ForgeSpec, former: Former): Promise<string | undefined> {
	const good = former.cases.filter(({ expect }) => expect.kind !== 'error');
	const refused = await firstRefused(spec.input, [...good.map(({ input }) => input), ...former.accepted]);
	if (refused !== undefined) return `A repair must take all earlier inputs; its input schema refuses ${refused}`;
	const checkOutput = await createPartValidator(spec.output);
	const outputs = withoutRespecified(former.cases, spec).flatMap(({ expect }) =>
		expect.kind === 'output' ? [checkOutput(expect.output)] : [],
	);
	const problem = outputs.find((each) => each !== undefined);
	return problem && `A repair must give what earlier versions gave; its output schema refuses that: ${problem}`;
}

/** A repair's tests beside those of its own spec: the old ones, and inputs of use that can be tried again. Pure. */
export function inheritedCases(spec: ForgeSpec, former: Former): readonly ToolCase[] {
	const failed = former.failed.flatMap((input, index) => useCase(input, 'failure', index));
	const accepted = former.accepted.flatMap((input, index) => useCase(input, 'earlier', index));
	return withoutRespecified([...failed, ...former.cases, ...accepted], spec);
}

/** Where the spec itself says what is to come of an input, it wins over older tests. */
function withoutRespecified(cases: readonly ToolCase[], spec: ForgeSpec): readonly ToolCase[] {
	const keys = new Set(specCases(spec).map(keyOf));
	return cases.filter((test) => !keys.has(keyOf(test)));
}

/** Files in /workspace may have changed since, and nothing is written to /outputs in a test. */
function useCase(input: Input, from: 'failure' | 'earlier', index: number): readonly ToolCase[] {
	if (namesPath(input, /^\/(?!inputs\/|outputs\/)/)) return [];
	const name = `${from === 'failure' ? 'An input that failed in use' : 'An input of use'} (${index + 1})`;
	return [{ name, from, input: withoutOutputs(input), files: {}, expect: { kind: 'taken' } }];
}

function withoutOutputs(input: Input): Input {
	const text = JSON.stringify(input).replaceAll(/"\/outputs\/(?:[^"\\/]+\/)*([^"\\/]+)"/g, '"$1"');
	return JSON.parse(text);
}

/** Whether any text in a value begins with a path of a kind. Pure. */
function namesPath(value: unknown, pattern: RegExp): boolean {
	if (typeof value === 'string') return pattern.test(value);
	return typeof value === 'object' && value !== null && Object.values(value).some((inner) => namesPath(inner, pattern));
}

/** Whether a test can be run anywhere: it names no file of this session. Pure. */
export function isPortable({ input }: ToolCase): boolean {
	return !namesPath(input, sessionPath);
}
