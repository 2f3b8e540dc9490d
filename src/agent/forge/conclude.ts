import type { ToolContext, ToolQuestion, ToolResult } from '../tool.ts';
import { toolAnswer } from './brain-answer.ts';
import type { ToolCase } from './draft/cases.ts';
import { keepWorkpiece, type Workpiece } from './draft/draft.ts';
import type { Finding } from './examine.ts';
import type { ForgeDeps } from './forge-deps.ts';
import type { Manifest } from './registry/manifest.ts';
import { counted, type Finished, register } from './registry/register.ts';
import { updateRegistry } from './registry/registry.ts';
import { specOf } from './spec/gate.ts';
import { openTry } from './workpiece.ts';

/** What an order is worked on with. */
export interface Bench {
	readonly deps: ForgeDeps;
	readonly context: ToolContext;
	/** The version that is repaired, and what it and those before it are tested with. */
	readonly repairs: { readonly version: number; readonly cases: readonly ToolCase[] } | undefined;
}

/** Keeps the piece on disk. */
export function keep(piece: Workpiece, { context }: Pick<Bench, 'context'>): Promise<void> {
	return keepWorkpiece(context.session.folder, context.call.id, piece);
}

/** Each try stands in the session's log, whatever came of it. */
export function logTry({ spec, tries }: Workpiece, { deps, context }: Bench): void {
	const { draft, usage, refused, lock, seed } = tries.at(-1) ?? {};
	const { call, session } = context;
	const facts = {
		tool: `${spec.category}/${spec.name}`,
		callId: call.id,
		try: tries.length,
		seed,
		coder: deps.coder.name,
	};
	session.folder.log({ event: 'forge-try', ...facts, draft, usage, lock, outcome: refused ?? 'passed' });
}

/** Leaves the piece as it is until people have answered. */
export async function askPeople(
	piece: Workpiece,
	{ ask, asks }: Extract<Finding, { kind: 'ask' }>,
	bench: Bench,
): Promise<ToolQuestion> {
	await keep({ ...piece, asks }, bench);
	return { ask };
}

/** Registers what has passed. */
export async function finish(
	piece: Workpiece,
	good: Extract<Finding, { kind: 'good' }>,
	bench: Bench,
): Promise<ToolResult> {
	logTry(piece, bench);
	const registered = await register(finishedOf(piece, good, bench), piece, bench.context.session.folder);
	return typeof registered === 'string' ? giveUp(piece, registered, bench) : answer(piece, registered.manifest, bench);
}

/** The end of an order that a version has come of. */
export async function answer(piece: Workpiece, manifest: Manifest, bench: Pick<Bench, 'context'>): Promise<ToolResult> {
	await keep({ ...piece, outcome: 'registered' }, bench);
	return { ok: true, text: toolAnswer(manifest) };
}

function finishedOf(piece: Workpiece, good: Extract<Finding, { kind: 'good' }>, bench: Bench): Finished {
	const { usage = '' } = openTry(piece)?.draft ?? {};
	const { code, dependencies, lock, cases } = good;
	return { spec: specOf(piece.spec), code, usage, dependencies, lock, cases, provenance: provenanceOf(piece, bench) };
}

function provenanceOf({ tries, answers }: Workpiece, { deps, context, repairs }: Bench): Manifest['provenance'] {
	const { session, call } = context;
	const { person } = call;
	const admin = answers.findLast(({ yes }) => yes)?.by;
	return {
		session: session.id,
		call: call.id,
		...(person && { askedBy: nameOf(person) }),
		coder: deps.coder.name,
		seeds: tries.map(({ seed }) => seed),
		tries: tries.length,
		...(repairs && { repairs: repairs.version }),
		...(admin && { packagesBy: nameOf(admin) }),
		...(deps.judge && { judge: deps.judge.name }),
	};
}

function nameOf({ id, name }: { readonly id: string; readonly name: string }): { id: string; name: string } {
	return { id, name };
}

/** Says in one sentence that nothing came of it. */
export async function giveUp(piece: Workpiece, reason: string, bench: Bench): Promise<ToolResult> {
	await keep({ ...piece, outcome: 'given-up', reason }, bench);
	await updateRegistry(bench.context.session.folder, (registry) => counted(registry, piece, 'givenUp'));
	return { ok: false, text: givenUp(piece.spec.name, reason) };
}

/** The Brain's end of an order that came to nothing. Pure. */
export function givenUp(name: string, reason: string): string {
	const sentence = reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '').slice(0, 400);
	return `The tool "${name}" could not be made: ${sentence}. Do it by bash, or order something simpler.`;
}
