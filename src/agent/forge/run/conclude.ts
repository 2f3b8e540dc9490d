import { shorten } from '../../../base/text/shorten.ts';
import type { ToolQuestion, ToolResult } from '../../tool.ts';
import type { ToolCase } from '../draft/cases.ts';
import { foundBy } from '../draft/found-by.ts';
import { madeAnswer } from '../made-answer.ts';
import type { Manifest } from '../registry/manifest.ts';
import { idOf, updateRegistry } from '../registry/registry.ts';
import { specOf } from '../spec/gate.ts';
import { disputeText, stakeText } from '../trial/dispute-text.ts';
import { disputedTest } from '../trial/settle.ts';
import { withAgreement } from '../trial/weigh.ts';
import { withDisputed } from './disputes.ts';
import type { ForgeParts } from './forge-parts.ts';
import { type ForgeRun, keepRun } from './forge-run.ts';
import { readCases } from './former.ts';
import { orderFaultText } from './objection.ts';
import { counted, type Finished, register } from './register.ts';
import type { Review } from './review.ts';
import { openTry } from './tries.ts';

/** Keeps the run on disk. */
export function keep(run: ForgeRun, { context }: Pick<ForgeParts, 'context'>): Promise<void> {
	return keepRun(context.session.folder, context.call.id, run);
}

/** Each try stands in the session's log, whatever came of it. */
export function logTry({ spec, tries }: ForgeRun, { deps, context }: ForgeParts): void {
	const { draft, usage, refused, doubts, lock, seed } = tries.at(-1) ?? {};
	const { call, session } = context;
	const facts = {
		tool: `${spec.category}/${spec.name}`,
		callId: call.id,
		try: tries.length,
		seed,
		coder: deps.coder.name,
	};
	session.folder.log({
		event: 'forge-try',
		...facts,
		draft,
		usage,
		lock,
		outcome: refused ?? (doubts ? { doubts } : 'passed'),
	});
}

/** Leaves the run as it is until people have answered. */
export async function askPeople(
	run: ForgeRun,
	{ ask, asks }: Extract<Review, { kind: 'ask' }>,
	parts: ForgeParts,
): Promise<ToolQuestion> {
	await keep({ ...run, asks }, parts);
	return { ask };
}

/** Ends the call, and leaves the run as it is until the Brain has said what it wants; nobody else is asked. */
export async function askBrain(run: ForgeRun, parts: ForgeParts): Promise<ToolResult> {
	await keep(run, parts);
	const { session, call } = parts.context;
	await updateRegistry(session.folder, (registry) => withDisputed(registry, call.id));
	return disputed(run, parts);
}

/** The text of a dispute. One whose test is there no more, because a file was changed by hand, is none. */
export function disputed(run: ForgeRun, { context, repairs }: ForgeParts): ToolResult {
	const test = disputedTest(run, repairs?.cases);
	return {
		ok: false,
		text: test ? disputeText(run, context.call.id, test) : givenUp(run, 'its tests are not known any more'),
	};
}

/** Registers a draft that has passed. */
export async function finish(
	run: ForgeRun,
	good: Extract<Review, { kind: 'good' }>,
	parts: ForgeParts,
): Promise<ToolResult> {
	logTry(run, parts);
	const madeUp = hasOwnData(run, parts) ? await madeUpFor(run, good, parts) : undefined;
	const registered = await register({ ...finishedOf(run, good, parts), madeUp }, run, parts.context.session.folder);
	return typeof registered === 'string' ? giveUp(run, registered, parts) : answer(run, registered.manifest, parts);
}

/** The end of a run that a version has come of. */
export async function answer(
	run: ForgeRun,
	manifest: Manifest,
	parts: Pick<ForgeParts, 'context'>,
): Promise<ToolResult> {
	await keep({ ...run, outcome: 'registered' }, parts);
	const cases = await readCases(parts.context.session.folder, { tool: idOf(manifest), version: manifest.version });
	return { ok: true, text: madeAnswer({ manifest, cases: cases ?? [], taken: run.taken ?? [] }) };
}

/** Whether data of people of the session stands in the tests. */
function hasOwnData({ spec }: ForgeRun, { repairs }: ForgeParts): boolean {
	return spec.script !== undefined || repairs?.ownData === true;
}

async function madeUpFor(run: ForgeRun, good: Extract<Review, { kind: 'good' }>, { deps, context }: ForgeParts) {
	const { makeUpTests } = await import('../script/made-up.ts');
	const { code, lock, cases } = good;
	context.output('making up tests that may be shared');
	return makeUpTests({ spec: specOf(run.spec), code, lock, cases }, deps, context);
}

function finishedOf(
	run: ForgeRun,
	good: Extract<Review, { kind: 'good' }>,
	parts: ForgeParts,
): Omit<Finished, 'madeUp'> {
	const { usage = '' } = openTry(run)?.draft ?? {};
	const { code, dependencies, lock } = good;
	const found = foundBy(run.tries.flatMap(({ draft }) => (draft ? [draft] : [])));
	return {
		spec: specOf(run.spec),
		code,
		usage,
		found,
		dependencies,
		lock,
		cases: good.cases.map((test) => withAgreement(test, run)),
		provenance: provenanceOf(run, parts),
	};
}

function provenanceOf(run: ForgeRun, parts: ForgeParts): Manifest['provenance'] {
	const { tries, answers } = run;
	const { deps, context, repairs } = parts;
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
		...(hasOwnData(run, parts) && { ownData: true as const }),
		...(admin && { packagesBy: nameOf(admin) }),
		...(deps.judge && { judge: deps.judge.name }),
	};
}

function nameOf({ id, name }: { readonly id: string; readonly name: string }): { id: string; name: string } {
	return { id, name };
}

/** Says in one sentence that nothing came of it. */
export async function giveUp(run: ForgeRun, reason: string, parts: ForgeParts): Promise<ToolResult> {
	await keep({ ...run, outcome: 'given-up', reason }, parts);
	await updateRegistry(parts.context.session.folder, (registry) => counted(registry, run, 'givenUp'));
	return { ok: false, text: givenUp(run, reason, parts.repairs?.cases) };
}

/** Characters that the Brain is told of a run that came to nothing: below 400 tokens. */
const longest = 1_400;

/** Tells the Brain that a run came to nothing, why, and what of its own order may be wrong. Pure. */
export function givenUp(run: ForgeRun, reason: string, inherited: readonly ToolCase[] = []): string {
	const sentence = reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '').slice(0, 400);
	const { name, category, change } = run.spec;
	const head = change
		? `The repair of "${category}/${name}" could not be made, and version ${change.version} stays as it is: ${sentence}.`
		: `The tool "${name}" could not be made: ${sentence}.`;
	const words = [stakeText(run, inherited), orderFaultText(run)].filter((text) => text !== '');
	const instead = change
		? 'Ask for a smaller change, with examples of it.'
		: 'Do it by bash, or order something simpler.';
	return shorten(words.length === 0 ? `${head} ${instead}` : [head, ...words].join('\n'), longest);
}
