import { DiscordAPIError, type RawFile, REST, type RESTOptions } from 'discord.js';
import type { ErrorTree } from './api-error.ts';

/** By the global `fetch`, as the bot: what discord.js would take instead sends no files once another undici than its own was loaded in this process. */
export const byFetch: RESTOptions['makeRequest'] = async (url, init) =>
	(await fetch(url, init as unknown as RequestInit)) as unknown as Awaited<ReturnType<RESTOptions['makeRequest']>>;

/** The REST client of discord.js against a fake Discord. It never waits for limits, and never tries again. */
export function restClient(
	discord: { readonly apiUrl: string; readonly token: string },
	options: Partial<RESTOptions> = {},
): REST {
	const rest = new REST({
		...{ api: discord.apiUrl, retries: 0, rejectOnRateLimit: () => true, globalRequestsPerSecond: 10_000 },
		...{ makeRequest: byFetch, ...options },
	});
	return rest.setToken(discord.token);
}

/** The refusal of a call. */
export interface Refused {
	readonly status: number;
	readonly code: number | string;
	readonly message: string;
	/** Of 50035: `embeds[0].title: BASE_TYPE_MAX_LENGTH`, one line a refusal. */
	readonly fields: readonly string[];
}

/** Rejects when the call is answered. */
export async function refusedWith(call: Promise<unknown>): Promise<Refused> {
	const error = await call.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof DiscordAPIError))
		throw new Error(`Not refused by Discord: ${String(error)}`, { cause: error });
	const { message, errors } = error.rawError as { readonly message: string; readonly errors?: ErrorTree };
	return { status: error.status, code: error.code, message, fields: errors ? linesOf(errors, '') : [] };
}

function linesOf(tree: ErrorTree, path: string): string[] {
	return Object.entries(tree).flatMap(([key, value]) => {
		if (key === '_errors') {
			return (value as readonly { readonly code: string }[]).map(({ code }) => `${path || 'body'}: ${code}`);
		}
		const at = /^\d+$/.test(key) ? `${path}[${key}]` : [path, key].filter((part) => part !== '').join('.');
		return linesOf(value as ErrorTree, at);
	});
}

/** A file of so many bytes. */
export function fileOf(name: string, content: string | number): RawFile {
	return { name, data: typeof content === 'string' ? Buffer.from(content) : Buffer.alloc(content, 97) };
}
