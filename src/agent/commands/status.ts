import { waitText } from '../../base/queue/wait-text.ts';
import { oneLine } from '../../base/text/cut-text.ts';
import { groupDigits } from '../../base/text/group-digits.ts';
import { shorten } from '../../base/text/shorten.ts';
import type { Outcome } from '../../store/journal.ts';
import { usualPrefix } from '../compaction/fill.ts';
import { readRegistry } from '../forge/registry/registry.ts';
import { repoLines } from '../repo/status-lines.ts';
import { brainOf } from '../session/choices/brain-choice.ts';
import { openQuestion } from '../session/history.ts';
import { lookAtHistory } from '../session/session.ts';
import { readRecord } from '../session/session-record.ts';
import { runLine } from './coding/run-lines.ts';
import { action, type Command, type CommandScene } from './command.ts';
import type { CommandDeps } from './command-deps.ts';
import { toolCounts } from './tools/tool-counts.ts';
import { usageOf } from './usage.ts';

export function statusCommand(deps: CommandDeps): Command {
	return action({
		name: 'status',
		help: 'Show session, models, sandbox and use',
		arguments: [],
		right: 'guest',
		when: 'at-once',
		run: async (_values, scene) => (await statusLines(deps, scene)).join('\n'),
	});
}

async function statusLines(deps: CommandDeps, scene: CommandScene): Promise<string[]> {
	const { models, store } = deps;
	const brain = await brainOf(scene.folder, models);
	const record = await readRecord(scene.folder, deps.places);
	const history = (scene.session ?? deps.turns.sessionOf(scene.id))?.history();
	const waiting = (await store.inbox.waiting(scene.id)).filter(
		(inbound) => inbound.type === 'message' && !history?.taken.has(inbound.key),
	);
	const asks = history !== undefined && openQuestion(history) !== undefined;
	return [
		`Session    ${record?.title ?? 'not begun yet'}`,
		`Models     Brain ${brain.model.name}, Coder ${models.coder.name}, Summarizer ${models.summarizer.name}`,
		`Turn       ${asks ? 'waits for an answer' : turnText(deps, scene.id)}${waiting.length > 0 ? `, ${waiting.length} waiting` : ''}`,
		...troubleLine(deps, scene),
		`Last turn  ${await lastText(scene)}`,
		`Sandbox    ${sandboxText(deps, scene.id)}`,
		...jobLines(deps, scene.id),
		...(await runLine(scene, deps.coding)),
		...(await repoLines(scene.folder)),
		`Tokens     ${await tokensText(deps, scene.id)}`,
		...(await windowLine(scene, brain.model.name, deps)),
		...(await toolsLine(scene)),
		`Id         ${scene.id}`,
	];
}

/** Tells what is not done yet, since when, and when it is tried again. */
function troubleLine({ troubles }: CommandDeps, { id }: CommandScene): string[] {
	const found = troubles.of(id);
	if (!found) return [];
	const next = found.at === undefined ? 'when somebody writes' : `in ${secondsText(found.at - Date.now())}`;
	return [`Unfinished for ${secondsText(Date.now() - found.since)}, tried again ${next}: ${found.why}`];
}

function secondsText(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / 1000));
	return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

async function toolsLine({ folder }: CommandScene): Promise<string[]> {
	const counts = toolCounts(await readRegistry(folder));
	return counts === undefined ? [] : [`Tools      ${counts}`];
}

/** How full the window of the model is; it is told from what is known at once, or from nothing. */
async function windowLine(scene: CommandScene, model: string, deps: CommandDeps): Promise<string[]> {
	const history = (scene.session ?? deps.turns.sessionOf(scene.id))?.history() ?? (await lookAtHistory(scene.folder));
	const at = { session: { history: () => history }, model, prefix: usualPrefix };
	const fill = await deps.compaction.fill(at, AbortSignal.timeout(mostWaitMs)).catch(() => undefined);
	if (!fill || history.messages.length === 0) return [];
	const { tokens, window } = fill;
	const { times } = history.window;
	const often = times === 0 ? '' : `, shortened ${times === 1 ? 'once' : `${times} times`}`;
	return [`Window     ${groupDigits(tokens)} of ${groupDigits(window)} tokens (${percent(tokens, window)} %)${often}`];
}

const mostWaitMs = 1_500;

function percent(part: number, whole: number): number {
	return Math.round((100 * part) / whole);
}

function turnText({ turns, lines }: CommandDeps, session: string): string {
	const standing = lines?.turns.standing(session);
	if (standing) return `waits, ${waitText(standing)}`;
	const since = turns.runningSince(session);
	return since === undefined ? 'none running' : `running for ${Math.round((Date.now() - since) / 1000)} s`;
}

async function lastText({ folder }: CommandScene): Promise<string> {
	const { last } = await lookAtHistory(folder);
	return last ? outcomeText(last) : 'none yet';
}

function outcomeText(outcome: Outcome): string {
	return outcome.outcome === 'failed' ? `failed: ${outcome.reason}` : outcome.outcome;
}

function sandboxText({ sandboxes, lines }: CommandDeps, session: string): string {
	const standing = lines?.sandboxes.standing(session);
	if (standing) return `waits, ${waitText(standing)}`;
	const status = sandboxes.status().find((one) => one.session === session);
	if (!status) return 'not running (starts when it is needed)';
	const { runtime, passedOver = [], unenforced = [], startedAt } = status;
	const instead = passedOver.length === 0 ? '' : ` (taken because of ${passedOver.join('; ')})`;
	const loose = unenforced.length === 0 ? '' : `, with no limit on ${unenforced.join(', ')}`;
	return `running on ${runtime} for ${Math.round((Date.now() - startedAt) / 1000)} s${instead}${loose}`;
}

/** That something goes on though no turn runs. */
function jobLines({ sandboxes }: CommandDeps, session: string): string[] {
	const jobs = sandboxes.status().find((one) => one.session === session)?.jobs ?? [];
	return jobs.map(({ command, until }) => {
		const minutes = Math.max(1, Math.ceil((until - Date.now()) / 60_000));
		return `Job        ${shorten(oneLine(command), 120)}: at most ${minutes} min more; a stop ends it`;
	});
}

async function tokensText({ store }: CommandDeps, session: string): Promise<string> {
	const { inputTokens, outputTokens, modelCalls } = await usageOf(store.records, [session]);
	return `${inputTokens} in, ${outputTokens} out, ${modelCalls} model calls`;
}
