import { ModelError, type ModelFailure } from '../../../base/errors.ts';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import { isOverflow } from '../overflow.ts';
import { limitIn } from '../overflow-limit.ts';
import { hideSecrets, withoutRequest } from './hide-secrets.ts';
import { isUnknownModel } from './problem/unknown-model.ts';
import type { WireProblem } from './wire-problem.ts';

/** The names that error sentences may use. `key` is here only to be kept out of them. */
export interface EndpointNames {
	/** For people: without credentials and query. */
	readonly url: string;
	readonly model: string;
	readonly key?: string | undefined;
	readonly silenceMs: number;
	readonly settings: SettingNames;
}

/** The settings that a person would change. */
export interface SettingNames {
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly model: string;
}

/** A problem, judged: the failure, one sentence for people, and whether the same request may do better later. */
export interface Verdict {
	readonly failure: ModelFailure;
	readonly message: string;
	readonly retry: boolean;
	/** Tokens of the window, where an overflow names them. */
	readonly limit?: number | undefined;
}

type Refusal = Extract<WireProblem, { kind: 'refusal' }>;

/** Says what went wrong, where, and what to do. Holds no key and nothing of the request; `sent` counts its characters, where that matters. */
export function explainProblem(problem: WireProblem, names: EndpointNames, sent = () => 0): Verdict {
	const endpoint = `The model endpoint at ${names.url}`;
	switch (problem.kind) {
		case 'refusal':
			return explainRefusal(problem, endpoint, { names, sent });
		case 'connection':
			return explainConnection(problem.code, endpoint, names);
		case 'redirected':
			return {
				failure: 'refused-request',
				message: `${endpoint} sends requests on to another server, ${problem.to}, which is not followed: set ${names.settings.baseUrl} to the server that is meant`,
				retry: false,
			};
		case 'silent':
			return {
				failure: 'silent',
				message: `${endpoint} sent nothing for ${names.silenceMs / 1000} s: is the model loading or overloaded? MODEL_SILENCE_SECONDS says how long it may be silent`,
				retry: false,
			};
		case 'stalled':
		case 'endless':
			return { failure: 'silent', message: `${endpoint} ${waitedInVain(problem)}`, retry: false };
		case 'too-long':
			return { failure: 'bad-answer', message: explainLength(problem, endpoint, names), retry: false };
		case 'cut-off':
			return {
				failure: 'cut-off',
				message: `${endpoint} broke off in the middle of its answer: try again`,
				retry: true,
			};
		case 'no-completion':
			return {
				failure: 'refused-request',
				message: `${endpoint} answered with something else than a completion: check ${names.settings.baseUrl} (it usually ends in /v1)`,
				retry: false,
			};
		case 'unusable':
			return {
				failure: 'bad-answer',
				message: `The model "${names.model}" at ${names.url} gave no usable answer: ${problem.reason}`,
				retry: true,
			};
	}
}

function waitedInVain({ kind, ms }: Extract<WireProblem, { kind: 'stalled' | 'endless' }>): string {
	const what =
		kind === 'stalled'
			? 'kept the connection open, but gave nothing of an answer for'
			: 'did not end its answer within';
	return `${what} ${ms / 1000} s: is the model overloaded? MODEL_CALL_SECONDS says how long it may take`;
}

function explainLength(
	{ what, bytes }: Extract<WireProblem, { kind: 'too-long' }>,
	endpoint: string,
	{ url, model }: EndpointNames,
): string {
	const limit = `more than ${formatBytes(bytes)}`;
	const said =
		what === 'wire'
			? `${endpoint} sent ${limit} for one answer, or without the end of a piece`
			: `The model "${model}" at ${url} thought aloud for ${limit} without an answer`;
	return `${said}: its server or the model is stuck. MODEL_ANSWER_LIMIT moves this limit`;
}

/** The error to throw for a verdict. */
export function modelError({ failure, message, limit }: Verdict, cause?: unknown): ModelError {
	return new ModelError(failure, message, { cause, limit });
}

function explainConnection(code: string, endpoint: string, { settings }: EndpointNames): Verdict {
	const unreachable = (rest: string, retry = true): Verdict => ({
		failure: 'unreachable',
		message: `${endpoint} ${rest}`,
		retry,
	});
	if (code === 'ECONNREFUSED') return unreachable('refused the connection: is the server running?');
	if (code === 'ENOTFOUND') return unreachable(`was not found by name: check ${settings.baseUrl}`, false);
	if (code === 'ERR_INVALID_URL') return unreachable(`has no valid address: check ${settings.baseUrl}`, false);
	if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
		return { ...unreachable('sent nothing for 300 s: is the model loading or overloaded?', false), failure: 'silent' };
	}
	if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)) {
		return unreachable(`has a certificate that is not trusted here (${code}): set NODE_EXTRA_CA_CERTS`, false);
	}
	if (/SSL|EPROTO/.test(code)) return unreachable(`speaks no TLS: check http or https in ${settings.baseUrl}`, false);
	const shown = code === '' ? '' : ` (${code})`;
	return unreachable(`could not be reached${shown}: check ${settings.baseUrl} and the network`);
}

interface Asked {
	readonly names: EndpointNames;
	readonly sent: () => number;
}

function explainRefusal(refusal: Refusal, endpoint: string, { names, sent }: Asked): Verdict {
	const { status } = refusal;
	const { settings } = names;
	const said = quote(refusal, names);
	if (isOverflow(refusal, sent)) {
		const message = `The conversation no longer fits into the context window of the model "${names.model}": start a new one`;
		return { failure: 'context-overflow', message, retry: false, limit: limitIn(refusal.all) };
	}
	if (isAboutCredit(refusal)) return explainCredit(endpoint, settings);
	if (status === 401 || isAboutKey(refusal))
		return { failure: 'unauthorized', message: `${endpoint} ${keySentence(names)}`, retry: false };
	if (status === 403) {
		const message = `${endpoint} does not allow this${said}: check ${settings.apiKey} and what it may use`;
		return { failure: 'unauthorized', message, retry: false };
	}
	if (isUnknownModel(refusal)) {
		const message = `The model "${names.model}" is not known at ${names.url}: set ${settings.model}`;
		return { failure: 'unknown-model', message, retry: false };
	}
	if (status === 404 || status === 405) {
		const message = `${endpoint} has no chat completions or no model "${names.model}": check ${settings.baseUrl} (it usually ends in /v1) and ${settings.model}`;
		return { failure: 'unknown-model', message, retry: false };
	}
	if (status === 429 || status === 402) return explainLimit(refusal, endpoint, settings);
	return explainRest(refusal, endpoint, names);
}

function explainLimit({ all, status }: Refusal, endpoint: string, settings: SettingNames): Verdict {
	if (status === 402 || /insufficient_quota|billing|insufficient.{0,20}(credit|balance)/i.test(all))
		return explainCredit(endpoint, settings);
	return {
		failure: 'rate-limited',
		message: `${endpoint} is limiting requests: wait a while and try again`,
		retry: true,
	};
}

function explainCredit(endpoint: string, { apiKey }: SettingNames): Verdict {
	const message = `${endpoint} says that the credit of the key is used up: check its plan, or set another ${apiKey}`;
	return { failure: 'rate-limited', message, retry: false };
}

/** Anthropic, SiliconFlow, xAI, DashScope (`Arrearage`), LiteLLM, Fireworks and Z.ai say so by other statuses than 402. */
function isAboutCredit({ status = 0, all }: Refusal): boolean {
	const words =
		/\bcredit balance is too low\b|\baccount balance is insufficient\b|\bused all available credits\b|\bmonthly spending limit\b|"Arrearage"|\bbudget_exceeded\b|\u4f59\u989d\u4e0d\u8db3/i;
	return [400, 403, 412, 429].includes(status) && words.test(withoutRequest(all));
}

function explainRest(refusal: Refusal, endpoint: string, names: EndpointNames): Verdict {
	const { status, all } = refusal;
	const said = quote(refusal, names);
	// Groq's word for a tool call of its own that it could not read: another sample may do.
	if (/tool_use_failed|failed_generation/.test(all)) {
		const message = `The model "${names.model}" at ${names.url} gave no usable answer: it made a broken tool call`;
		return { failure: 'bad-answer', message, retry: true };
	}
	if (isFiltered(refusal)) {
		const message = `The filter of the model "${names.model}" at ${names.url} held the conversation back${said}: say it in other words, or in a new conversation`;
		return { failure: 'bad-answer', message, retry: false };
	}
	if (status === undefined || status >= 500 || status === 408 || status === 409 || status === 425) {
		const message = `${endpoint} failed${said}: try again later`;
		return { failure: 'server-error', message, retry: status !== 501 };
	}
	const message = `${endpoint} refused the request${said}: check ${names.settings.model} and ${names.settings.baseUrl}`;
	return { failure: 'refused-request', message, retry: false };
}

// Azure OpenAI (learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter), OpenAI, DashScope, Z.ai (1301), Gemini.
const filterWords =
	/content_filter|content management policy|ResponsibleAIPolicyViolation|content_policy_violation|data_?inspection_?failed|sensitive content|PROHIBITED_CONTENT|content exists risk/i;

function isFiltered({ status, all }: Refusal): boolean {
	return (status === undefined || (status >= 400 && status < 500)) && filterWords.test(all);
}

/** Gemini and some gateways say so by a 400, or in a stream; MiniMax ("login fail") and FastAPI ("Not authenticated") even by a 200. */
function isAboutKey({ status, all }: Refusal): boolean {
	const words =
		/api[ _]key.{0,20}(not valid|invalid|expired)|(invalid|incorrect|expired) api[ _]key|API_KEY_INVALID|\blogin fail|\bnot authenticated\b/i;
	return (status === undefined || status === 400 || status === 403) && words.test(withoutRequest(all));
}

function keySentence({ key, settings }: EndpointNames): string {
	return key === undefined
		? `asks for a key: set ${settings.apiKey}`
		: `does not accept the key: check ${settings.apiKey}`;
}

/** The server's own words in brackets: one line, 200 characters, without anything that may be secret. */
function quote({ status, said }: Refusal, { key }: EndpointNames): string {
	// More than is shown, so that what is hidden is whole; little enough for patterns that look ahead.
	const line = said.slice(0, 20_000).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ');
	const words = hideSecrets(line.slice(0, 2_000), key).trim();
	const short = words.length > 200 ? `${words.slice(0, 199).toWellFormed()}…` : words;
	const facts = [status === undefined ? '' : `status ${status}`, short].filter((fact) => fact !== '');
	return facts.length === 0 ? '' : ` (${facts.join(': ')})`;
}
