import { CorruptFileError, ProblemError } from '../../../base/errors.ts';
import { toolsToOffer } from '../../forge/share/offer.ts';
import { record, stepsOf, type TurnScope, whoseTurn } from '../scope.ts';
import type { TurnEvent } from '../turn-events.ts';

/** Tells the person of a turn once how a tool that has proven itself is shared: for their eyes only, as they decide. */
export async function* offerSharing(scope: TurnScope): AsyncGenerator<TurnEvent> {
	const { thread, person } = whoseTurn(scope);
	if (!person || !hasUsedTool(scope)) return;
	const { turn, parts, session } = scope;
	const tools = await toolsToOffer({ folder: session.folder, thread, person }, parts).catch(whyNone);
	if (typeof tools === 'string') return yield { type: 'trace', entry: { event: 'not-offered', turn, reason: tools } };
	for (const id of tools) {
		const how = parts.spell(`tools share ${id}`, thread);
		const text = `The tool ${id} has done its work here three times. Other threads do not see it; \`${how}\` proposes it to all of them, and an admin decides.`;
		yield* record(scope, { turn, type: 'notice', text, to: person });
	}
}

/** A registry or a catalog that a person must mend fails no turn that has its answer. */
function whyNone(error: unknown): string {
	if (error instanceof ProblemError || error instanceof CorruptFileError) return error.message;
	throw error;
}

function hasUsedTool(scope: TurnScope): boolean {
	return stepsOf(scope).some((step) => step.type === 'tool-started' && step.tool === 'use_tool');
}
