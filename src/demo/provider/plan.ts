import type { ScriptedReply } from '../model-server/script.ts';
import type { Conversation } from './conversation.ts';
import { callFor } from './fit/call-for.ts';
import { escalated } from './fit/escalated.ts';
import { listingOf, wantsListings } from './fit/file-listing.ts';
import { sampleOf } from './fit/sample-of.ts';
import type { Act, Step } from './step.ts';

/** The steps for a task. */
export interface Plan {
	/** Text of the person's message that this plan is for. */
	readonly when: string;
	/** Done one after the other, a call each; what is said before a call goes with it, what is said last ends the turn. */
	readonly steps: readonly Step[];
}

/**
 * The model's next answer. It is decided by the conversation alone: the last message of a person that has a plan's words, and how many calls have
 * been made since. So what clients ask beside (titles, summaries) moves nothing; it gets a harmless text, or JSON by the schema that it wants. Pure.
 */
export function replyBy(plans: readonly Plan[], conversation: Conversation): ScriptedReply {
	const { turns, tools, wanted } = conversation;
	if (wanted !== undefined) return { text: JSON.stringify(sampleOf(wanted)) };
	const begun = turns.findLastIndex((turn) => turn.role === 'user' && planOf(plans, turn.text) !== undefined);
	const plan = planOf(plans, turns[begun]?.text ?? '');
	if (plan !== undefined && wantsListings(conversation)) return { text: listingOf(plan.steps) };
	if (plan === undefined || tools.length === 0) return { text: 'A small task' };
	const done = turns.slice(begun).reduce((sum, turn) => sum + (turn.role === 'assistant' ? turn.calls : 0), 0);
	const { said, step } = nextOf(plan.steps, done);
	if (step === undefined) return { text: said === '' ? 'Done.' : said };
	const call = callFor(step, tools);
	if (call === undefined) return { text: `None of the tools offered can ${step.kind}.` };
	const asked = step.kind === 'read' ? call : escalated(call, conversation);
	return { ...(said !== '' && { text: said }), calls: [asked] };
}

/** The last plan of these words, where one task's words begin another's. */
function planOf(plans: readonly Plan[], text: string): Plan | undefined {
	return plans
		.filter(({ when }) => text.includes(when))
		.toSorted((one, other) => other.when.length - one.when.length)[0];
}

/** The step behind the first `done` calls, with what is said before it. */
function nextOf(steps: readonly Step[], done: number): { readonly said: string; readonly step?: Act } {
	let left = done;
	let said = '';
	for (const step of steps) {
		if (step.kind === 'say') said = said === '' ? step.text : `${said}\n\n${step.text}`;
		else if (left === 0) return { said, step };
		else {
			left--;
			said = '';
		}
	}
	return { said };
}
