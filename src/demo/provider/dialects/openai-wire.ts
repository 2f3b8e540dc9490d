import { isFields } from '../../model-server/grammar-problem.ts';
import type { ProviderCall, Refusal, WireRequest } from './dialect.ts';

/** The key of a request in OpenAI's way. */
export function bearerOf({ headers }: WireRequest): string | undefined {
	return /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1];
}

/** `GET /v1/models` and `GET /v1/models/<name>`, which all that speak OpenAI's dialects have. */
export function modelsCall(request: WireRequest): ProviderCall | undefined {
	const [, model] = /^\/v1\/models(?:\/([^/]+))?$/.exec(request.path) ?? [undefined, null];
	if (request.method !== 'GET' || model === null) return undefined;
	return { kind: 'models', key: bearerOf(request), ...(model !== undefined && { model }) };
}

/** By https://platform.openai.com/docs/api-reference/models/list */
export function openAiModels(names: readonly string[], { model }: ProviderCall): unknown {
	const listed = (id: string) => ({ id, object: 'model', created: 0, owned_by: 'script' });
	return model === undefined ? { object: 'list', data: names.map(listed) } : listed(model);
}

/** By https://platform.openai.com/docs/guides/error-codes: the kinds by status. */
const kinds: Readonly<Record<number, string>> = {
	401: 'authentication_error',
	402: 'insufficient_quota',
	403: 'permission_error',
	429: 'rate_limit_exceeded',
};

export function openAiError({ status, message, code, param }: Refusal): unknown {
	const type = kinds[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
	return { error: { message, type, param: param ?? null, code: code ?? null } };
}

/** OpenAI takes nothing but JSON, and says so for each other body. */
export function unreadable(body: unknown, { headers }: WireRequest): Refusal | undefined {
	const type = headers['content-type'] ?? 'none';
	if (!/^application\/json\b/i.test(type)) {
		const message = `Unsupported content type: '${type}'. This API method only accepts 'application/json' requests, but you specified the header 'Content-Type: ${type}'. Please try again with a supported content type.`;
		return { status: 400, message, code: 'unsupported_content_type' };
	}
	if (isFields(body)) return undefined;
	return { status: 400, message: 'We could not parse the JSON body of your request.' };
}

/** The refusal of a value of the body. */
export function invalid(param: string, message: string, code: string | undefined = 'invalid_value'): Refusal {
	return { status: 400, message, param, ...(code !== undefined && { code }) };
}
