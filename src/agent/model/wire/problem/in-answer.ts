import { isRecord, type JsonRecord } from '../../text/json-text.ts';
import { readErrorBody, statusIn } from '../read-problem.ts';
import type { WireProblem } from '../wire-problem.ts';

/** The problem that a whole answer tells though its status says that all is well; undefined where it is a completion. Pure. */
export function problemIn(answer: unknown): WireProblem | undefined {
	if (!isRecord(answer)) return { kind: 'no-completion' };
	if (answer['error'] == null && Array.isArray(answer['choices'])) return undefined;
	const refusal = refusalOf(answer);
	return refusal.said === '' && answer['error'] == null ? { kind: 'no-completion' } : refusal;
}

/** The refusal that a chunk of a stream is: vLLM, SGLang and Mistral put the error's fields where others put an `error`. Pure. */
export function refusalIn(chunk: unknown): WireProblem | undefined {
	if (!isRecord(chunk) || Array.isArray(chunk['choices'])) return undefined;
	if (chunk['object'] === 'error') return refusalOf(chunk);
	const refusal = statusIn(chunk) !== undefined || isMiniMaxError(chunk) ? refusalOf(chunk) : undefined;
	return refusal?.said === '' ? undefined : refusal;
}

/** `base_resp` stands in every answer of MiniMax: https://platform.minimax.io/docs/api-reference/errorcode */
function isMiniMaxError({ base_resp: base }: JsonRecord): boolean {
	return isRecord(base) && base['status_code'] !== 0;
}

function refusalOf(answer: JsonRecord): Extract<WireProblem, { kind: 'refusal' }> {
	const body = answer['error'] ?? answer;
	return { kind: 'refusal', status: statusIn(body) ?? statusIn(answer), ...readErrorBody(body) };
}
