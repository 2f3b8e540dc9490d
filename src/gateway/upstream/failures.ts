import { codeOf } from '../../base/errors.ts';
import { oneLine } from '../../base/text/cut-text.ts';
import { Refusal } from '../call/refusal.ts';

/** An answer's head, as far as it is looked at. */
export interface AnswerHead {
	readonly status: number;
	/** The server's name. */
	readonly host: string;
	/** In lower case, without parameters; empty where there is none. */
	readonly type: string;
	readonly encoding: string;
	/** A stream of events was asked for. */
	readonly wantsEvents: boolean;
	readonly retryAfter?: string | undefined;
}

/** Statuses whose words tell an agent how to mend its request, and the one whose words tell whether it is of use to ask again. */
const telling = [400, 413, 422, 429];

/** Whether the body of this answer is to be read for its words. Pure. */
export function hasWords({ status, type }: AnswerHead): boolean {
	return telling.includes(status) && type === 'application/json';
}

/** The refusal of an answer that cannot be passed on; undefined where it can be. `words`: the body of one that `hasWords`. Pure. */
export function refusalOf(head: AnswerHead, words?: string): Refusal | undefined {
	const { status } = head;
	if (status >= 200 && status < 300) return strangeness(head);
	const row = rows.find(({ of }) => of(status));
	if (row) return toOperator(row.answer, row.sentence, status);
	return status >= 500 ? failed(head) : refused(head, words);
}

interface Row {
	readonly of: (status: number) => boolean;
	readonly answer: number;
	readonly sentence: string;
}

/** Failures that only the operator can mend: agents stop at 402, 403 and 404, and ask again after most others. */
const rows: readonly Row[] = [
	{
		of: (status) => status < 400,
		answer: 502,
		sentence: "The model's server sends requests on to another address, which is not followed",
	},
	{
		of: (status) => status === 401 || status === 403,
		answer: 403,
		sentence: "The model's server refuses the operator's access: the operator has to look at it",
	},
	{
		of: (status) => status === 402,
		answer: 402,
		sentence: "The operator's account at the model's server has no money left",
	},
	{
		of: (status) => status === 404 || status === 405,
		answer: 404,
		sentence: "The model's server does not know this model, or this kind of call",
	},
];

function failed({ status, retryAfter }: AnswerHead): Refusal {
	const more = { retryAfter, tell: true };
	return new Refusal(status > 599 ? 502 : status, `The model's server has failed (status ${status})`, more);
}

function strangeness({ type, encoding, wantsEvents }: AnswerHead): Refusal | undefined {
	if (encoding !== '' && encoding !== 'identity')
		return toOperator(502, "The model's server compresses its answers, which was not asked for", encoding);
	if (type === 'application/json' && wantsEvents)
		return toOperator(502, "The model's server does not stream its answer, which was asked for", type);
	if (type === 'application/json' || type === 'text/event-stream') return undefined;
	return toOperator(502, `The model's server does not speak this language: it answers with ${kindOf(type)}`, type);
}

function kindOf(type: string): string {
	return /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? type : 'something else';
}

function toOperator(status: number, sentence: string, seen: number | string): Refusal {
	return new Refusal(status, sentence, { operator: `the upstream answered ${seen}`, tell: true });
}

/**
 * By these a 429 says that an account has nothing left to spend: OpenAI's (https://developers.openai.com/api/docs/guides/error-codes), Anthropic's
 * (https://platform.claude.com/docs/en/api/rate-limits), Moonshot's.
 */
const spentCodes =
	/"(?:insufficient_quota|credit_balance_exhausted|organization_(?:spend|usage)_limit_exceeded|project_spend_limit_exceeded|enforced_spend_limit_reached|exceeded_current_quota_error)"/;
/** Alibaba calls its tokens within a minute a quota, too (https://www.alibabacloud.com/help/en/model-studio/rate-limit). */
const hurried = /\.aliyuncs\.com$/;

/** Whether it is of no use to ask again: agents do so after 429 for as long as they may. */
function isSpent(host: string, words = ''): boolean {
	return spentCodes.test(words) && !hurried.test(host);
}

function tooMany({ host, retryAfter }: AnswerHead, words: string | undefined): Refusal {
	if (isSpent(host, words))
		return toOperator(402, "The operator's account at the model's server has nothing left that it may spend", 429);
	return new Refusal(429, "The model's server takes no more calls for the moment", { retryAfter });
}

function refused(head: AnswerHead, words: string | undefined): Refusal {
	const { status } = head;
	if (status === 429) return tooMany(head, words);
	const said = words === undefined ? '' : messageIn(words);
	const sentence = `The model's server refuses the request (status ${status})${said === '' ? '' : `: ${said}`}`;
	return new Refusal(status, sentence, words === undefined ? {} : { words });
}

const longestWords = 300;

/** The message of an error as all the dialects have it: `{"error":{"message":…}}`; without end marks and line breaks. Pure. */
function messageIn(words: string): string {
	const found = /"message"\s*:\s*("(?:[^"\\]|\\.){0,2000}")/.exec(words)?.[1];
	if (found === undefined) return '';
	try {
		return oneLine(String(JSON.parse(found))).slice(0, longestWords);
	} catch {
		return '';
	}
}

/** The refusal of a call that got no answer. Pure. */
export function unreachable(error: unknown): Refusal {
	const code = codeOf(error) ?? 'unknown reason';
	const more = { cause: error, operator: `the upstream cannot be asked: ${code}`, tell: true };
	if (code === 'UND_ERR_HEADERS_TIMEOUT') return new Refusal(504, "The model's server did not answer in time", more);
	if (code === 'UND_ERR_SOCKET') return new Refusal(502, "The model's server ended the connection early", more);
	return new Refusal(502, `The model's server cannot be reached (${code})`, more);
}

/** The refusal of an answer that broke off. Pure. */
export function brokenOff(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	const code = codeOf(error) ?? 'unknown reason';
	const sentence =
		code === 'UND_ERR_BODY_TIMEOUT' ? "The model's server fell silent in its answer" : "The model's answer broke off";
	return new Refusal(502, sentence, { cause: error, operator: `the upstream's answer broke off: ${code}`, tell: true });
}
