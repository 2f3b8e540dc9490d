import { type Provider, startProvider } from '../../../../src/demo/provider/provider.ts';

/** A provider that says yes to whatever it does not refuse. */
export function startStrict(): Promise<Provider> {
	return startProvider(() => ({ text: 'Yes' }), { models: ['m', 'gemini-3-pro'] });
}

export type Body = Readonly<Record<string, unknown>>;

interface Answer {
	readonly status: number;
	readonly body: Body & { readonly error: Body };
}

/** Sends a body, as text where it is text. */
export async function post(
	url: string,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as Answer['body'] };
}
