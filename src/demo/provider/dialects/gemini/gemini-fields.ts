import type { Fields } from '../../../model-server/grammar-problem.ts';
import type { Refusal } from '../dialect.ts';

/** A field by its name in JSON, or by that of the protocol buffer, which Google takes as well. */
export function field(of: Fields, name: string): unknown {
	return of[name] ?? of[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

export function invalidArgument(message: string): Refusal {
	return { status: 400, message };
}

/** By https://ai.google.dev/gemini-api/docs/troubleshooting. */
const codes: Readonly<Record<number, string>> = {
	400: 'INVALID_ARGUMENT',
	401: 'UNAUTHENTICATED',
	402: 'FAILED_PRECONDITION',
	403: 'PERMISSION_DENIED',
	404: 'NOT_FOUND',
	429: 'RESOURCE_EXHAUSTED',
	500: 'INTERNAL',
	503: 'UNAVAILABLE',
	504: 'DEADLINE_EXCEEDED',
};

export function geminiError({ status, message, code }: Refusal): unknown {
	return { error: { code: status, message, status: code ?? codes[status] ?? 'UNKNOWN' } };
}
