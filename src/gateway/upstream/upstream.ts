import type { DialectName } from '../gateway.ts';

/** Where a dialect's calls go, as the operator has named it. Nothing inside a sandbox decides on the host. */
export interface Upstream {
	/** As the vendor's own clients take it: OpenAI's ends in `/v1`, those of Anthropic and Gemini do not. */
	readonly baseUrl: string;
	/** Sent nowhere else. Without one no header of a key is sent. */
	readonly apiKey?: string | undefined;
	/** The models that may be asked, by their exact names. */
	readonly models: readonly string[];
}

/** Of the dialects that have one. */
export type Upstreams = Readonly<Partial<Record<DialectName, Upstream>>>;

/**
 * The address of a call below an upstream's own; `path` as a dialect wrote it, with its query. Throws where it would lead out of that. Pure.
 */
export function urlOf({ baseUrl }: Pick<Upstream, 'baseUrl'>, path: string): URL {
	const base = new URL(baseUrl);
	const folder = base.pathname.replace(/\/+$/, '');
	const url = new URL(`${base.origin}${folder}${path}`);
	if (
		url.origin !== base.origin ||
		!url.pathname.startsWith(`${folder}/`) ||
		url.username !== '' ||
		url.password !== ''
	)
		throw new Error('Cannot make the address of a call: it leads out of the upstream');
	return url;
}
