import { deepest, isDeeperThan } from '../../../base/is-deeper-than.ts';
import { isRecord, type JsonRecord, parseJson } from '../text/json-text.ts';
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
	const { said, all } = readErrorBody(error ?? parseJson(message)?.value ?? '');
	// The library writes the status before the text of a body that is not JSON.
	const plain = error == null ? message.replace(/^\d{3} (status code \(no body\))?/, '') : '';
	return {
		kind: 'refusal',
		status,
		// A page says nothing to people, and JSON that was cut off may quote the request.
		said: said || (/^\s*[<{[]/.test(plain) ? '' : plain),
		all: `${all} ${plain}`.slice(0, mostOfAll),
		retryAfterMs: readRetryAfter(headers, now),
	};
}

// The words that tell refusals apart stand before this.
const mostOfAll = 20_000;

/** Reads an error object: its words for people, and all of it without its quotes of the request. Pure, never throws. */
export function readErrorBody(body: unknown): Pick<Extract<WireProblem, { kind: 'refusal' }>, 'said' | 'all'> {
	const walkable = withoutDepths(body);
	const all = JSON.stringify(walkable, (key, value) => (key === 'input' ? undefined : value));
	return { said: sentenceOf(walkable), all: all.slice(0, mostOfAll) };
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
	const { message, detail, error, errors, msg } = body;
	if (Array.isArray(detail) && message === undefined) return detail.filter(isRecord).map(validationSentence).join('; ');
	return firstSentence([message, detail, error, errors, msg]);
}

const mostErrors = 10;

function firstSentence(parts: readonly unknown[]): string {
	for (const part of parts) {
		const said = sentenceOf(part);
		if (said !== '') return said;
	}
	return '';
}

/** Gateways put the whole answer of the server behind them, as text, where the sentence belongs. */
function sentenceWithin(text: string): string {
	const inner = /^\s*[[{]/.test(text) ? parseJson(text)?.value : undefined;
	return isDeeperThan(inner, deepest) ? '' : sentenceOf(inner) || text;
}

/** One entry of FastAPI's and vLLM's validation errors. */
function validationSentence({ loc, msg }: JsonRecord): string {
	const place = Array.isArray(loc) ? loc.join('.') : '';
	return `${place}: ${typeof msg === 'string' ? msg : 'invalid'}`;
}

/** Milliseconds the server asks to wait: `Retry-After-Ms`, or `Retry-After` as seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(headers: Headers | undefined, now: number): number | undefined {
	const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
	if (Number.isFinite(exact)) return Math.max(0, exact);
	const value = headers?.get('retry-after') ?? '';
	const ms = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function causesOf(error: unknown): readonly JsonRecord[] {
	const causes: JsonRecord[] = [];
	for (let at = error; isRecord(at) && causes.length < 10; at = at['cause']) causes.push(at);
	// A host with several addresses fails with one error for each.
	const last = causes.at(-1)?.['errors'];
	return Array.isArray(last) ? [...causes, ...last.filter(isRecord)] : causes;
}
