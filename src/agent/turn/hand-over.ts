import { messageOf } from '../../base/errors.ts';
import type { AgentEvent } from '../../chat/events.ts';
import type { Artifact, Collected, Sandbox } from '../../sandbox/sandbox.ts';
import { refusalText } from '../session/history.ts';
import { hasUsedTools, isToLookAgain, notLookedInto } from '../session/past/uncollected.ts';
import { toTryAgain } from '../session/past/undelivered-files.ts';
import type { Session } from '../session/session.ts';
import { entriesOf, record, stepsOf, type TurnScope } from './scope.ts';
import type { TurnEvent } from './turn-events.ts';

const whenEnded = 'when the turn ended';

/**
 * Ends what the turn left running in the sandbox and hands over new and changed files of `/outputs`. A turn without tool calls needs no
 * sandbox: it hands over what was refused before. Rejects as `Sandboxes.acquire` does.
 */
export async function* handOver(scope: TurnScope, when = whenEnded): AsyncGenerator<AgentEvent> {
	if (stepsOf(scope).at(-1)?.type === 'collected') return;
	yield* usedTools(scope) ? lookForFiles(scope, when) : tryAgain(scope);
}

async function* lookForFiles(scope: TurnScope, when: string): AsyncGenerator<AgentEvent> {
	const { session, turn } = scope;
	const { artifacts, refused: all, ...rest } = await collect(scope);
	const again = artifacts.filter((file) => !isBarred(file, session)).map((file) => asCollected(file, session, when));
	const refused = all.filter((file) => !session.history().refused.has(refusalText(file)));
	// That nothing is left is recorded as well where something was.
	if (again.length + refused.length + session.history().uncollected === 0 && rest.rest === undefined) return;
	yield* record(scope, { turn, type: 'collected', artifacts: again, refused, ...rest });
}

/** A sandbox that dies meanwhile leaves its files on the disk: the next one collects them. */
async function collect(scope: TurnScope): Promise<Collected> {
	const first = await scope.sandbox.acquire(scope.signal);
	try {
		return await collectFrom(first, scope);
	} catch {
		scope.signal.throwIfAborted();
		return await collectFrom(await scope.sandbox.acquire(scope.signal), scope);
	}
}

async function collectFrom(current: Sandbox, { session, signal }: TurnScope): Promise<Collected> {
	await current.sweep('jobs');
	return current.collect(session.history().artifacts, signal);
}

/** A turn that looks only for what others have left may take this long, ms: a sandbox is started for it. */
const lookAgainMs = 30_000;

/** As `handOver`, for a turn that has its answer: one without tool calls also looks for what an earlier one could not, and never fails at it. */
export async function* handOverWithAnswer(scope: TurnScope): AsyncGenerator<TurnEvent> {
	const { session, signal, turn } = scope;
	if (usedTools(scope) || !isToLookAgain(session.history())) return yield* handOver(scope);
	try {
		yield* lookForFiles({ ...scope, signal: AbortSignal.any([signal, AbortSignal.timeout(lookAgainMs)]) }, whenEnded);
	} catch (error) {
		signal.throwIfAborted();
		yield { type: 'trace', entry: { event: 'not-collected', turn, reason: messageOf(error) } };
		const artifacts = toTryAgain(session.history().undelivered);
		yield* record(scope, { turn, type: 'collected', artifacts, refused: [], rest: 'later' });
	}
}

/** Whether anything of the turn can have changed files. */
export function usedTools(scope: TurnScope): boolean {
	return hasUsedTools(entriesOf(scope));
}

async function* tryAgain(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { undelivered, uncollected } = scope.session.history();
	const artifacts = toTryAgain(undelivered);
	if (artifacts.length === 0) return;
	// It has not looked for what else there is.
	const rest = uncollected > 0 && { rest: 'later' as const };
	yield* record(scope, { turn: scope.turn, type: 'collected', artifacts, refused: [], ...rest });
}

/** A name that the platform does not take is not tried again, whatever lies under it: that was told. */
function isBarred({ name }: Artifact, session: Session): boolean {
	return session.history().undelivered.get(name)?.until === 'renamed';
}

/** With what people were told when these very bytes were not taken, and that it is not finished. */
function asCollected({ state, ...file }: Artifact, session: Session, when: string) {
	const before = session.history().undelivered.get(file.name);
	const told = before?.sha256 === file.sha256 ? { told: before.reason } : {};
	return { ...file, ...told, ...(state && { remark: `unfinished: it was being written ${when}` }) };
}

/** After a turn that was stopped, or that failed, its files may take this long to be collected, ms. */
const salvageMs = 6_000;

/**
 * Hands over what a turn has made that ends otherwise than by an answer. Its own signal may have fired; and that its files cannot be had
 * must not keep it from ending: they lie on the session's disk, and that is said.
 */
export async function* salvage(scope: TurnScope, when?: string): AsyncGenerator<TurnEvent> {
	const { turn } = scope;
	try {
		yield* handOver({ ...scope, signal: AbortSignal.timeout(salvageMs) }, when);
	} catch (error) {
		yield { type: 'trace', entry: { event: 'not-collected', turn, reason: messageOf(error) } };
		yield* record(scope, notLookedInto(turn, 'could not be looked into'));
	}
}

/**
 * Touches no file for a turn that ended the process again and again: looking for them may be what does. A later turn looks for those that
 * its tools have made; one without any has only looked for others', which is not tried again.
 */
export async function* leaveToOthers(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { session, turn } = scope;
	if (stepsOf(scope).at(-1)?.type === 'collected') return;
	if (usedTools(scope)) yield* record(scope, notLookedInto(turn, 'was not looked into'));
	else if (session.history().uncollected > 0)
		yield* record(scope, { turn, type: 'collected', artifacts: [], refused: [] });
}
