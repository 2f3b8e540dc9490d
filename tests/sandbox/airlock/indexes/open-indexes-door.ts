import { silentLogger } from '../../../../src/base/log.ts';
import type { IndexLimits } from '../../../../src/sandbox/airlock/indexes/index-limits.ts';
import { createIndexesDoor, type IndexesDoor } from '../../../../src/sandbox/airlock/indexes/indexes-door.ts';
import type { IndexesPolicy, PackageIndexName } from '../../../../src/sandbox/airlock/indexes/indexes-policy.ts';

export interface OpenIndexesDoor {
	readonly door: IndexesDoor;
	/** What a client gets; `cut` says why the body broke off. */
	get(path: string, method?: string): Promise<GotFromDoor>;
}

export interface GotFromDoor {
	readonly status: number;
	readonly bytes: Buffer;
	readonly text: string;
	readonly cut: string | undefined;
}

/** Where its doors say they stand. */
export const origin = 'http://127.0.0.1:4';

/** Doors to these indexes, with a client. */
export function openIndexesDoor(
	urls: IndexesPolicy['urls'],
	more: Partial<IndexesPolicy> & { readonly limits?: IndexLimits } = {},
): OpenIndexesDoor {
	const { limits, ...rest } = more;
	const policy = { urls, leastAgeDays: 7, undated: [], bytes: 50e6, requests: 1_000, ...rest };
	const names = Object.keys(urls) as PackageIndexName[];
	const given = { policy, names, origin: () => origin, log: silentLogger };
	const door = createIndexesDoor({ ...given, ...(limits && { limits }) });
	return {
		door,
		async get(path, method = 'GET') {
			const { status, body } = await door.answer({ method, path, accept: '*/*' }, AbortSignal.timeout(20_000));
			const { bytes, cut } = await read(body);
			return { status, bytes, text: bytes.toString('utf8'), cut };
		},
	};
}

async function read(body: AsyncIterable<Uint8Array> | Uint8Array): Promise<Pick<GotFromDoor, 'bytes' | 'cut'>> {
	if (body instanceof Uint8Array) return { bytes: Buffer.from(body), cut: undefined };
	const chunks: Uint8Array[] = [];
	try {
		for await (const chunk of body) chunks.push(chunk);
		return { bytes: Buffer.concat(chunks), cut: undefined };
	} catch (error) {
		return { bytes: Buffer.concat(chunks), cut: String(error) };
	}
}
