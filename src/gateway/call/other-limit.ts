import type { LimitRules } from './hold-call.ts';

/** A call that an upstream has refused. */
export interface RefusedCall {
	/** The upstream's words: JSON. */
	readonly words: string;
	readonly limit: LimitRules;
	/** As in `Rewritten`. */
	readonly maxOutput: number;
	readonly inputEstimate: number;
}

/** Characters that are looked at. */
const mostWords = 20_000;
/** Tokens. An answer that may be no longer is of no use. */
const least = 256;

/**
 * By what a call is written once more, where its output limit was refused and the words say what is taken instead; undefined where they do
 * not, or no useful limit is left. A limit that the agent chose gives no way to a long conversation: agents shorten that themselves.
 * Pure; linear.
 */
export function otherLimit({ words, limit, maxOutput, inputEstimate }: RefusedCall): LimitRules | undefined {
	const text = words.slice(0, mostWords).replaceAll(/(\d),(?=\d{3}\b)/g, '$1');
	const chatLimit = otherName(text, limit);
	if (chatLimit !== undefined) return { ...limit, chatLimit };
	const asked = Math.min(maxOutput, limit.outputCap);
	const left = leftInWindow(text, asked, inputEstimate);
	if (left !== undefined && maxOutput < limit.outputCap) return undefined;
	const most = left ?? ownMost(text, asked);
	return most >= least && most < asked ? { ...limit, outputCap: most } : undefined;
}

/**
 * OpenAI: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead." Mistral takes the other one
 * alone: "Extra inputs are not permitted", at "max_completion_tokens".
 */
function otherName(text: string, { chatLimit }: LimitRules): LimitRules['chatLimit'] {
	if (chatLimit === undefined && /\buse\W{1,4}max_completion_tokens/i.test(text)) return 'max_completion_tokens';
	const isUnknown = /not permitted|forbidden|unknown|unrecognized|unsupported|not supported/i.test(text);
	const isOther = isUnknown && /max_completion_tokens/i.test(text) && !/\bmax_tokens/i.test(text);
	return isOther && chatLimit !== 'max_tokens' ? 'max_tokens' : undefined;
}

/**
 * Tokens that are left to the answer where both are to be in the model's window, in the words of OpenAI, OpenRouter and vLLM. The last stops counting the
 * input as soon as it is too long (https://github.com/vllm-project/vllm/issues/42474).
 */
function leftInWindow(text: string, asked: number, inputEstimate: number): number | undefined {
	const window = Number(/context (?:length|window|size) (?:is|of)(?: only)? (\d+)/i.exec(text)?.[1]);
	if (Number.isNaN(window)) return undefined;
	const input = Number(inputTokens.exec(text)?.[1]);
	const isWhole = input >= 0 && input + asked !== window + 1;
	return window - (isWhole ? input : inputEstimate);
}

const inputTokens = /\b(\d+) (?:in the (?:messages|prompt)|of text input|input tokens|(?:tokens )?from the input)/i;

/** "This model supports at most 16384 completion tokens", "the valid range of max_tokens is [1, 8192]", "from 1 (inclusive) to 8193 (exclusive)". 0 where they name none. */
function ownMost(text: string, asked: number): number {
	if (!/max_?(?:completion_?|output_?|new_?)?tokens|(?:completion|output) tokens/i.test(text)) return 0;
	const numbers = [...text.matchAll(/(?<![\w.-])(\d{3,7})(?![\w-]|\.\d)( \(exclusive\))?/g)];
	const taken = numbers.map(([, number, beyond]) => Number(number) - (beyond === undefined ? 0 : 1));
	return Math.max(0, ...taken.filter((number) => number < asked));
}
