import { messageOf } from '../../base/errors.ts';
import type { AgentEvent } from '../../chat/events.ts';
import type { Artifact } from '../../sandbox/sandbox.ts';
import { refusalText } from '../session/history.ts';
import type { Session } from '../session/session.ts';
import { toTryAgain } from '../session/undelivered-files.ts';
import { record, stepsOf, type TurnScope } from './scope.ts';
import type { TurnEvent } from './turn-events.ts';

/**
 * Ends what the turn left running in the sandbox and hands over new and changed files of `/outputs`. A turn without tool calls needs no
 * sandbox: it hands over what was refused before. Rejects as `Sandboxes.acquire` does.
 */
export async function* handOver(scope: TurnScope, when = 'when the turn ended'): AsyncGenerator<AgentEvent> {
	const { session, sandbox, signal, turn } = scope;
	const steps = stepsOf(scope);
	if (steps.at(-1)?.type === 'collected') return;
	if (!usedTools(scope)) return yield* tryAgain(scope);
	const current = await sandbox.acquire(signal);
	await current.sweep();
	const { artifacts, refused: all } = await current.collect(session.history().artifacts, signal);
	const again = artifacts.filter((file) => !isBarred(file, session)).map((file) => asCollected(file, session, when));
	const refused = all.filter((file) => !session.history().refused.has(refusalText(file)));
	if (again.length + refused.length === 0) return;
	yield* record(scope, { turn, type: 'collected', artifacts: again, refused });
}

/** Whether anything of the turn can have changed files. */
export function usedTools(scope: TurnScope): boolean {
	return stepsOf(scope).some((step) => step.type === 'tool-started');
}

async function* tryAgain(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const artifacts = toTryAgain(scope.session.history().undelivered);
	if (artifacts.length > 0) yield* record(scope, { turn: scope.turn, type: 'collected', artifacts, refused: [] });
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
		const refused = [{ name: '/outputs', reason: 'could not be looked into: what is new there is kept' }];
		yield* record(scope, { turn, type: 'collected', artifacts: [], refused });
	}
}
