import { deepest, isDeeperThan } from '../../../base/is-deeper-than.ts';
import { isRecord, type JsonRecord, parseJson } from '../text/json-text.ts';
import { readRetryAfter, resetIn, saidWait } from './asked-wait.ts';
import { withoutQuotations } from './problem/quotations.ts';
import { WireError, type WireProblem } from './wire-problem.ts';

/** Reads what the library, fetch or we threw while a request was made; undefined for what is not a problem of the wire. */
export function readProblem(error: unknown, now: number): WireProblem | undefined {
	const own = wireErrorIn(error);
	if (own) return own.problem;
	if (isRefusal(error)) return readRefusal(error, now);
	if (error instanceof SyntaxError) return { kind: 'unusable', reason: 'it sent broken JSON' };
	// The library writes the error that it was sent into a message of its own.
	if (error instanceof RangeError) return { kind: 'unusable', reason: 'it sent an error that is nested too deep' };
	const codes = causesOf(error)
		.map((cause) => cause['code'])
		.filter((code) => typeof code === 'string');
	// The library's connection errors have the field too, though empty.
	const fromLibrary = error instanceof Error && 'status' in error;
	return codes.length > 0 || fromLibrary ? { kind: 'connection', code: codes.at(-1) ?? '' } : undefined;
}

/** Finds an error of our own inside of what the library wraps around whatever its `fetch` throws. */
function wireErrorIn(error: unknown): WireError | undefined {
	const all: readonly unknown[] = [error, ...causesOf(error)];
	return all.find((cause) => cause instanceof WireError);
}

/** The library's APIError, told by its shape: it also stands for connection errors, which have neither field. */
interface Refusal {
	readonly status?: number;
	readonly error?: unknown;
	readonly headers?: Headers;
	readonly message: string;
}

function isRefusal(error: unknown): error is Refusal {
	if (!(error instanceof Error) || !('status' in error)) return false;
	return typeof error.status === 'number' || ('error' in error && error.error != null);
}

function readRefusal({ status, error, headers, message }: Refusal, now: number): WireProblem {
	// The library writes the status before the text of a body that is not JSON.
	const plain = error == null ? message.replace(/^\d{3} (status code \(no body\))?/, '') : '';
	const body = error ?? parseJson(message)?.value;
	const { all } = readErrorBody(body ?? plain);
	return {
		kind: 'refusal',
		status: status ?? statusIn(error),
		// A page says nothing to people, and JSON that was cut off may quote the request.
		said: sentenceOf(withoutDepths(body ?? '')) || (/^\s*[<{[]/.test(plain) ? '' : plain),
		all,
		retryAfterMs: readRetryAfter(headers, now) ?? saidWait(all, status) ?? resetIn(headers, now, status),
	};
}

/** In a stream that began well there is no status; some servers name it in the error. Pure. */
export function statusIn(error: unknown): number | undefined {
	const { code, status } = isRecord(error) ? error : {};
	const named = [code, status].find((value) => typeof value === 'number' && value >= 400 && value <= 599);
	return typeof named === 'number' ? named : undefined;
}

// The words that tell refusals apart stand before this.
const mostOfAll = 20_000;

/** Reads an error object: its words for people, and all of it without its quotations. Pure, never throws. */
export function readErrorBody(body: unknown): Pick<Extract<WireProblem, { kind: 'refusal' }>, 'said' | 'all'> {
	const walkable = withoutDepths(body);
	const all = JSON.stringify(walkable, (key, value) => (key === 'input' ? undefined : value));
	return { said: sentenceOf(walkable), all: withoutQuotations(all.slice(0, mostOfAll)) };
}

/** The body without those of its fields that are nested too deep to be walked. */
function withoutDepths(body: unknown): unknown {
	if (!isDeeperThan(body, deepest)) return body;
	const fields = isRecord(body) ? Object.entries(body) : [];
	return Object.fromEntries(fields.filter(([, value]) => !isDeeperThan(value, deepest - 1)));
}

/** The sentence in an error body of any known make. Never its `input`, which quotes the request. */
function sentenceOf(body: unknown): string {
	if (typeof body === 'string') return sentenceWithin(body);
	// Gemini's compatible route wraps its error in a list.
	if (Array.isArray(body)) return firstSentence(body.slice(0, mostErrors));
	if (!isRecord(body)) return '';
	const { message, detail, error, errors } = body;
	const others = otherKeys.map((key) => body[key]);
	return firstSentence([behindGateway(body), message, detailsOf(detail), error, errorsOf(errors), ...others]);
}

/** OpenRouter's own words say no more than that there was an error; the provider's stand beside them (https://github.com/open-webui/computer/issues/293). */
function behindGateway({ message, metadata }: JsonRecord): unknown {
	return message === 'Provider returned error' && isRecord(metadata) ? metadata['raw'] : undefined;
}

/** Besides OpenAI's: DashScope and Z.ai (`msg`), AWS (`Message`), Baidu (`error_msg`), OAuth, MiniMax (`base_resp`), RFC 9457 (`title`). */
const otherKeys = ['msg', 'Message', 'error_msg', 'error_description', 'base_resp', 'status_msg', 'reason', 'title'];

/** A list, or ASP.NET's lists by their field. */
function errorsOf(errors: unknown): unknown {
	if (!isRecord(errors)) return errors;
	const told = Object.entries(errors).slice(0, mostErrors);
	return told
		.map(([field, said]) => withField(field, sentenceOf(said)))
		.filter(Boolean)
		.join('; ');
}

function withField(field: string, said: string): string {
	return said === '' ? '' : `${field}: ${said}`;
}

/** FastAPI's and vLLM's validation errors, each with its place; else as it is. */
function detailsOf(detail: unknown): unknown {
	if (!Array.isArray(detail)) return detail;
	return detail.slice(0, mostErrors).map(detailSentence).filter(Boolean).join('; ');
}

function detailSentence(one: unknown): string {
	if (!isRecord(one) || !Array.isArray(one['loc'])) return sentenceOf(one);
	return `${one['loc'].join('.')}: ${typeof one['msg'] === 'string' ? one['msg'] : 'invalid'}`;
}

const mostErrors = 10;

function firstSentence(parts: readonly unknown[]): string {
	for (const part of parts) {
		const said = sentenceOf(part);
		if (said !== '') return said;
	}
	return '';
}

/** Gateways put the whole answer of the server behind them, as text, where the sentence belongs. A page says nothing to people. */
function sentenceWithin(text: string): string {
	if (/^\s*<(!doctype|html)/i.test(text)) return '';
	const inner = /^\s*[[{]/.test(text) ? parseJson(text)?.value : undefined;
	return isDeeperThan(inner, deepest) ? '' : sentenceOf(inner) || text;
}

function causesOf(error: unknown): readonly JsonRecord[] {
	const causes: JsonRecord[] = [];
	for (let at = error; isRecord(at) && causes.length < 10; at = at['cause']) causes.push(at);
	// A host with several addresses fails with one error for each.
	const last = causes.at(-1)?.['errors'];
	return Array.isArray(last) ? [...causes, ...last.filter(isRecord)] : causes;
}
