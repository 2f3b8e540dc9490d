import type { AgeRule } from '../age.ts';
import { type ByteBudget, counted, heldUntilRightBy, type RightHash, whole } from '../package-index/bodies.ts';
import { Denied } from '../package-index/denied.ts';
import type { DoorAnswer } from '../package-index/exchange.ts';
import type { Upstream, UpstreamAnswer } from '../package-index/upstream.ts';
import type { IndexLimits } from './index-limits.ts';

/** A request of an installer to one index: a path below the door's own, without a leading slash. */
export interface IndexRequest {
	readonly path: string;
	readonly isHead: boolean;
	readonly accept: string;
}

/** One index as installers see it. Rejects with `Denied` and with the signal's reason. */
export type IndexDoor = (request: IndexRequest, signal: AbortSignal) => Promise<DoorAnswer>;

export interface IndexDoorDeps {
	readonly upstream: Upstream;
	readonly budget: ByteBudget;
	readonly limits: IndexLimits;
	readonly age: AgeRule;
	/** Where the door is for whoever is inside, without a slash at its end: `http://127.0.0.1:40123/npm`. */
	readonly here: () => string;
	/** Hears of each package of which a file was asked for and is served: `is-number 7.0.0`. */
	readonly onFetched: (what: string) => void;
}

/** A file or a page of the index. */
export interface Wanted {
	readonly url: URL;
	/** In words: "the page of is-number". */
	readonly what: string;
	readonly accept?: string;
	/** Bytes. */
	readonly cap: number;
}

type FetchDeps = Pick<IndexDoorDeps, 'upstream' | 'budget'>;

/** Its body, counted; undefined where the index has none. Rejects as `IndexDoor` does. */
export async function fetchBody(
	deps: FetchDeps,
	wanted: Wanted,
	signal: AbortSignal,
): Promise<(Pick<UpstreamAnswer, 'url'> & { readonly body: AsyncIterable<Uint8Array> }) | undefined> {
	const { url, what, accept = '*/*', cap } = wanted;
	const answer = await deps.upstream.get(url, { what, accept }, signal);
	if (answer.status === 404 || answer.status === 410) return undefined;
	if (answer.status !== 200)
		throw new Denied(`the index answered ${answer.status} (asked for ${what})`, { status: 502 });
	return { url: answer.url, body: counted(answer.body, { what, cap, budget: deps.budget }) };
}

/** A small body as a whole. Rejects as `IndexDoor` does. */
export async function fetchWhole(deps: FetchDeps, wanted: Wanted, signal: AbortSignal): Promise<Buffer> {
	const found = await fetchBody(deps, wanted, signal);
	if (found === undefined) throw missing(wanted.what);
	return whole(found.body);
}

/** As that, as text. */
export async function fetchText(deps: FetchDeps, wanted: Wanted, signal: AbortSignal): Promise<string> {
	return (await fetchWhole(deps, wanted, signal)).toString('utf8');
}

/** A file in parts, the last of which is passed on only where all of it has that hash. Rejects as `IndexDoor` does. */
export async function fetchFile(
	deps: FetchDeps,
	wanted: Wanted & { readonly hash: RightHash | undefined },
	signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
	const found = await fetchBody(deps, wanted, signal);
	if (found === undefined) throw missing(wanted.what);
	return wanted.hash ? heldUntilRightBy(found.body, wanted.hash, wanted.what) : found.body;
}

export function missing(what: string): Denied {
	return new Denied(`the index has not got ${what}`, { status: 404 });
}

export function unknownPath(): Denied {
	return new Denied('nothing but packages and what the index tells of them can be fetched', { status: 404 });
}

/** Nobody keeps it: the next door may be a narrower one. */
export function served(type: string, body: DoorAnswer['body']): DoorAnswer {
	return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body };
}

/** Throws `Denied`. */
export function parseJson(text: string, what: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		// How gzip begins (RFC 1952, section 2.3.1)
		const how = text.startsWith('\u001f') ? 'in a compression that was not asked for' : 'with JSON that cannot be read';
		throw new Denied(`the index answered ${how} (asked for ${what})`, { status: 502, cause: error });
	}
}
