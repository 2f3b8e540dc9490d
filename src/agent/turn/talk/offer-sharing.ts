import type { AgentEvent } from '../../../chat/events.ts';
import { toolsToOffer } from '../../forge/share/offer.ts';
import { record, stepsOf, type TurnScope, whoseTurn } from '../scope.ts';

/** Tells the person of a turn once how a tool that has proven itself is shared: for their eyes only, as they decide. */
export async function* offerSharing(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { thread, person } = whoseTurn(scope);
	if (!person || !hasUsedTool(scope)) return;
	const { turn, parts, session } = scope;
	for (const id of await toolsToOffer({ folder: session.folder, thread, person }, parts)) {
		const how = parts.spell(`tools share ${id}`, thread);
		const text = `The tool ${id} has done its work here three times. Other threads do not see it; \`${how}\` proposes it to all of them, and an admin decides.`;
		yield* record(scope, { turn, type: 'notice', text, to: person });
	}
}

function hasUsedTool(scope: TurnScope): boolean {
	return stepsOf(scope).some((step) => step.type === 'tool-started' && step.tool === 'use_tool');
}
