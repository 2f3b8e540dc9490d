/** Where a model is asked when no address is set. */
export const openAiUrl = 'https://api.openai.com/v1';

/** The address without what may be secret in it: credentials and query. */
export function shownUrl(baseUrl: string): string {
	const url = URL.parse(baseUrl);
	return url === null ? 'the address given' : `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
