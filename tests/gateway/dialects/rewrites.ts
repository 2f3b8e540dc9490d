import type { DialectName, RewriteRules, Rewritten } from '../../../src/gateway/dialects/dialect.ts';
import { routed } from '../../../src/gateway/dialects/dialects.ts';

export const rules: RewriteRules = { models: ['fake-model', 'other/model'], outputCap: 32_000 };

/** Where each dialect's requests go. */
export const addresses = {
	chat: '/v1/chat/completions',
	responses: '/v1/responses',
	messages: '/v1/messages?beta=true',
	gemini: '/v1beta/models/fake-model:streamGenerateContent?alt=sse',
} as const;

/** A request as it goes upstream, or why it does not. `body`: an object, or the bytes themselves. */
export function rewrite(target: string, body: object | string | Uint8Array, under: RewriteRules = rules): Rewritten {
	const found = routed('POST', target);
	if (!found) throw new Error(`${target} is no call`);
	return found.dialect.rewrite(found.route, bytesOf(body), under);
}

function bytesOf(body: object | string | Uint8Array): Uint8Array {
	if (body instanceof Uint8Array) return body;
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** What goes upstream; throws where nothing does. */
export function sent(target: string, body: object | string | Uint8Array, under: RewriteRules = rules) {
	const rewritten = rewrite(target, body, under);
	if (rewritten.kind === 'refused') throw new Error(rewritten.sentence);
	return { ...rewritten, value: JSON.parse(rewritten.body) as Record<string, unknown> };
}

/** The least that a request of each dialect is. */
export const least = {
	chat: { model: 'fake-model', messages: [{ role: 'user', content: 'hi' }] },
	responses: { model: 'fake-model', input: [{ type: 'message', role: 'user', content: 'hi' }] },
	messages: { model: 'fake-model', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] },
	gemini: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
} as const;

/** Of a function without any. */
export const parameters = { type: 'object', properties: {} };
/** A function that the client runs. */
export const ownTool: Readonly<Record<DialectName, object>> = {
	chat: { type: 'function', function: { name: 'own', parameters } },
	responses: { type: 'function', name: 'own', parameters, strict: false },
	messages: { name: 'own', input_schema: parameters },
	gemini: { functionDeclarations: [{ name: 'own', parametersJsonSchema: parameters }] },
};
