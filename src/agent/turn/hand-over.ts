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
export async function* handOver(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { session, sandbox, signal, turn } = scope;
	const steps = stepsOf(scope);
	if (steps.at(-1)?.type === 'collected') return;
	if (!steps.some((step) => step.type === 'tool-started')) return yield* tryAgain(scope);
	const current = await sandbox.acquire(signal);
	await current.sweep();
	const { artifacts, refused: all } = await current.collect(session.history().artifacts, signal);
	const again = artifacts
		.filter((file) => !isBarred(file, session))
		.map((file) => ({ ...file, ...toldBefore(file, session) }));
	const refused = all.filter((file) => !session.history().refused.has(refusalText(file)));
	if (again.length + refused.length === 0) return;
	yield* record(scope, { turn, type: 'collected', artifacts: again, refused });
}

async function* tryAgain(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const artifacts = toTryAgain(scope.session.history().undelivered);
	if (artifacts.length > 0) yield* record(scope, { turn: scope.turn, type: 'collected', artifacts, refused: [] });
}

/** A name that the platform does not take is not tried again, whatever lies under it: that was told. */
function isBarred({ name }: Artifact, session: Session): boolean {
	return session.history().undelivered.get(name)?.until === 'renamed';
}

/** What people were told when these very bytes were not taken. */
function toldBefore({ name, sha256 }: Artifact, session: Session): { readonly told?: string } {
	const before = session.history().undelivered.get(name);
	return before?.sha256 === sha256 ? { told: before.reason } : {};
}

/** After a turn that was stopped, or that failed, its files may take this long to be collected, ms. */
const salvageMs = 6_000;

/**
 * Hands over what a turn has made that ends otherwise than by an answer. Its own signal may have fired; and that its files cannot be had
 * must not keep it from ending: they lie on the session's disk, and that is said.
 */
export async function* salvage(scope: TurnScope): AsyncGenerator<TurnEvent> {
	try {
		yield* handOver({ ...scope, signal: AbortSignal.timeout(salvageMs) });
	} catch (error) {
		const { turn } = scope;
		yield { type: 'trace', entry: { event: 'not-collected', turn, reason: messageOf(error) } };
		const text = 'Files in /outputs could not be handed over now; they are kept there';
		yield* record(scope, { turn, type: 'notice', text });
	}
}
