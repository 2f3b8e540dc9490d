import { shorten } from '../../../base/text/shorten.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { isRecord, parseJson } from '../../model/text/json-text.ts';
import type { ToolOutcome, ToolResult } from '../../tool.ts';
import { catalogOf } from '../forge-deps.ts';
import type { Manifest } from '../registry/manifest.ts';
import { idOf, readRegistry } from '../registry/registry.ts';
import { specOf } from '../spec/gate.ts';
import type { RawSpec } from '../spec/spec.ts';
import type { Continuation } from '../trial/continuation.ts';
import { dropTest } from '../trial/drop-test.ts';
import { readAnswer } from '../trial/read-answer.ts';
import { answered, disputedTest, unanswered } from '../trial/settle.ts';
import { isSame } from '../try/compare.ts';
import { answer, disputed, giveUp, keep } from './conclude.ts';
import { disputedRuns, forgetDisputed, oneByOne } from './disputes.ts';
import type { ForgeParts } from './forge-parts.ts';
import { type ForgeRun, readRun } from './forge-run.ts';
import { type CallParts, partsFor } from './parts-for.ts';
import { madeBy } from './register.ts';

/** Calls have such ids; others name no file. */
const callId = /^[\w-]{1,120}$/;

/** Goes on with a run whose test was disputed; undefined where the session has none of that id. */
export function continueRun(asked: Continuation, given: CallParts): Promise<ToolOutcome | undefined> {
	const { folder } = given.context.session;
	return oneByOne(folder, async () => {
		const id = asked.id ?? (await onlyDisputed(folder));
		const run = id !== undefined && callId.test(id) ? await readRun(folder, id) : undefined;
		if (!run || id === undefined) return undefined;
		const parts = await partsFor(specOf(run.spec), asOwn(id, given));
		const answering = { said: asked.answer, by: given.context.call.id };
		return typeof parts === 'string' ? refusal(`${parts}.`) : goOnWith(run, answering, parts);
	});
}

/** The run that waits, where there is one alone. */
async function onlyDisputed(folder: SessionFolder): Promise<string | undefined> {
	const [only, other] = await disputedRuns(folder);
	return other === undefined ? only : undefined;
}

/** Takes a test away from a tool for the Brain, which must say why; undefined where this says nothing of the kind. */
export async function dropByBrain(
	{ id = '', answer: said }: Continuation,
	given: CallParts,
): Promise<ToolOutcome | undefined> {
	const read = typeof said === 'string' ? parseJson(said)?.value : said;
	const { drop, why } = isRecord(read) ? read : {};
	if (typeof drop !== 'number' && typeof drop !== 'string') return undefined;
	if (typeof why !== 'string' || why.trim() === '') return refusal('A test is dropped for a reason: say it in "why".');
	const { folder } = given.context.session;
	const tool = (await readRegistry(folder)).tools.find((one) => idOf(one) === id || one.name === id);
	if (!tool) return refusal(`This session has no tool "${id.slice(0, 60)}".`);
	const catalog = await catalogOf(given.context.call.thread, given.deps);
	return dropTest(tool, drop, { by: 'the Brain', why: shorten(why, 300), catalog }, folder);
}

/** Says which runs can be gone on with, where none of that id can. */
export async function unknownRun({ id = '' }: Continuation, { context: { session } }: CallParts): Promise<ToolResult> {
	const open = (await disputedRuns(session.folder)).map((one) => `"${one}"`);
	const which =
		open.length === 0 ? 'none waits for an answer' : `those that wait for an answer: ${open.slice(-5).join(', ')}`;
	return refusal(
		`There is no forging "${id.slice(0, 60)}" in this session; ${which}. To order a tool, leave out "continue".`,
	);
}

/** A run is worked on under the id of its own call, whichever goes on with it. */
function asOwn(id: string, { deps, context }: CallParts): CallParts {
	return { deps, context: { ...context, call: { ...context.call, id } } };
}

interface Answering {
	readonly said: unknown;
	/** The call that answers. */
	readonly by: string;
}

async function goOnWith(run: ForgeRun, { said, by }: Answering, parts: ForgeParts): Promise<ToolOutcome> {
	const { dispute, outcome } = run;
	const { call, session } = parts.context;
	if (!dispute) {
		const ended = outcome === 'open' ? '' : ': it has ended';
		return refusal(`"${call.id}" asked nothing${ended}. To order a tool, leave out "continue".`);
	}
	if (outcome === 'disputed') return take(run, { said, by }, parts);
	if (outcome === 'open') return work(run, parts);
	const made = await madeBy(call.id, session.folder);
	if (dispute.settled?.by === by && made) return answer(run, made.manifest, parts);
	return refusal(endedText(run, made?.manifest));
}

function endedText({ dispute, reason }: ForgeRun, made: Manifest | undefined): string {
	const before = dispute?.settled?.for === 'nobody' ? 'It was left unanswered' : 'It was answered before';
	if (!made) return `${before} and has ended: ${reason ?? 'nothing came of it'}.`;
	const what = `version ${made.version} of ${idOf(made)} came of it`;
	return `${before} and has ended: ${what}; call that by use_tool, or repair it with an example.`;
}

async function take(run: ForgeRun, { said, by }: Answering, parts: ForgeParts): Promise<ToolOutcome> {
	const test = disputedTest(run, parts.repairs?.cases);
	if (!run.dispute || !test) return giveUp(run, 'the test in question is not known any more', parts);
	const read = await readAnswer(said, { test, dispute: run.dispute, output: { ...specOf(run.spec).output } });
	if (typeof read === 'string')
		return refusal(`The answer ${read}. Nothing has changed.\n${disputed(run, parts).text}`);
	const next = answered(run, test, { answer: read, by });
	await keep(next, parts);
	await forgetDisputed(parts.context.call.id, parts.context.session.folder);
	return work(next, parts);
}

/** With its modules once there is something to do. */
async function work(run: ForgeRun, parts: ForgeParts): Promise<ToolOutcome> {
	const { workOn } = await import('./work-on.ts');
	return workOn(run, parts);
}

function refusal(text: string): ToolResult {
	return { ok: false, text };
}

/**
 * Ends what the Brain has left unanswered: in an earlier turn, or about the tool that it orders now; without an order, all of it. The tests in
 * question are dropped, and the draft is registered if it passes; an order that says the same tool otherwise stands in its place. One that is
 * cut off goes on when this is called again.
 */
export async function settleDisputes(order: RawSpec | undefined, given: CallParts): Promise<void> {
	const { session, call } = given.context;
	for (const id of await disputedRuns(session.folder)) {
		await oneByOne(session.folder, async () => {
			const run = await readRun(session.folder, id);
			if (order && run && turnOf(id) === turnOf(call.id) && idOf(run.spec) !== idOf(order)) return;
			if (run && isUnsettled(run)) await end(run, order, asOwn(id, given));
			await forgetDisputed(id, session.folder);
		});
	}
}

/** Calls are named after their turn. */
function turnOf(id: string): string {
	return id.replace(/s\d+c\d+$/, '');
}

/** Whether nobody has answered, and nothing has come of that yet. */
function isUnsettled({ outcome, dispute }: ForgeRun): boolean {
	return outcome === 'disputed' || (outcome === 'open' && dispute?.settled?.for === 'nobody');
}

async function end(run: ForgeRun, order: RawSpec | undefined, given: CallParts): Promise<void> {
	const next = run.outcome === 'disputed' ? unanswered(run) : run;
	await keep(next, given);
	const parts = await partsFor(specOf(run.spec), given);
	const isAnew = order && idOf(run.spec) === idOf(order) && !isSame(specOf(run.spec), specOf(order));
	if (typeof parts === 'string' || isAnew) {
		await giveUp(next, isAnew ? 'it was ordered anew' : String(parts), { ...given, repairs: undefined });
		return;
	}
	const outcome = await work(next, parts);
	if ('ask' in outcome) await giveUp(next, 'nobody was there to answer', parts);
}
