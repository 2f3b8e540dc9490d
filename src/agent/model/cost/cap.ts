import { groupDigits } from '../../../base/text/group-digits.ts';
import type { ModelReply } from '../model.ts';
import type { CapField, ChatBody } from '../wire/wire-types.ts';

/** A request whose answer may have no more tokens than are left for it; itself where nothing limits it, or its server takes no such field. Pure. */
export function withCap(body: ChatBody, outputTokens: number | undefined, cap: CapField | 'none'): ChatBody {
	return outputTokens === undefined || cap === 'none' ? body : { ...body, [cap]: outputTokens };
}

/** The most tokens that an answer to this request may have, as far as it says so. Pure. */
export function capOf(body: ChatBody): number | undefined {
	return body.max_tokens ?? body.max_completion_tokens;
}

/** A server's count may leave out the last token, or a mark. */
const about = 0.95;

/** A reply, with why it is cut where the request's own cap did that. A server that counts fewer tokens has a limit of its own. Pure. */
export function tellCap(reply: ModelReply, body: ChatBody): ModelReply {
	const cap = capOf(body);
	if (cap === undefined || !reply.cut || reply.cutWhy !== undefined) return reply;
	if (reply.usage && reply.usage.outputTokens < about * cap) return reply;
	const cutWhy = `The answer was cut off at ${groupDigits(cap)} tokens: no more was left for it of the budget for today`;
	return { ...reply, cutBy: 'budget', cutWhy };
}
