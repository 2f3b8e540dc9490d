import { z } from 'zod';
import type { PaidCall } from '../model/cost/purse.ts';

const price = z.number().nonnegative().max(1e6);
const rates = z.looseObject({ input: price, output: price, cache_read: price.optional().catch(undefined) });

/** One model of https://models.dev/api.json: US dollars for a million tokens. */
const modelSchema = z.looseObject({
	cost: rates.extend({ context_over_200k: rates.optional().catch(undefined) }),
	limit: z.looseObject({ output: z.number().int().positive().optional() }).optional().catch(undefined),
});
export type Price = z.infer<typeof modelSchema>;

const providerSchema = z.looseObject({
	api: z.string().optional().catch(undefined),
	models: z.record(z.string(), z.unknown()),
});

interface Provider {
	readonly api: string | undefined;
	readonly models: ReadonlyMap<string, Price>;
}

/** Prices of models, by provider. */
export interface PriceList {
	readonly providers: readonly Provider[];
	/** Entries that cannot be read. Models without a cost are none of them. */
	readonly unread: number;
}

export const noPrices: PriceList = { providers: [], unread: 0 };

/** Reads a list in the form of models.dev: provider, `models`, id, `cost`. Undefined: it has another form. What cannot be read in it is left out. Pure. */
export function readPrices(value: unknown): PriceList | undefined {
	const { data } = z.record(z.string(), z.unknown()).safeParse(value);
	if (data === undefined || Array.isArray(value)) return undefined;
	const read = Object.entries(data).map(readProvider);
	const providers = read.flatMap(({ provider }) => (provider ? [provider] : []));
	if (providers.length === 0 && read.length > 0) return undefined;
	return { providers, unread: read.reduce((sum, { unread }) => sum + unread, 0) };
}

function readProvider([id, value]: readonly [string, unknown]): {
	readonly provider?: Provider;
	readonly unread: number;
} {
	const { data } = providerSchema.safeParse(value);
	if (!data) return { unread: 1 };
	const priced = Object.entries(data.models).filter(([, model]) => hasCost(model));
	const models = priced.flatMap(([name, model]) => {
		const read = modelSchema.safeParse(model);
		return read.success ? [[name, read.data] as const] : [];
	});
	const provider = { api: data.api ?? ownApis[id], models: new Map(models) };
	return { provider, unread: priced.length - models.length };
}

function hasCost(model: unknown): boolean {
	return typeof model === 'object' && model !== null && 'cost' in model && model.cost !== undefined;
}

/** Those that the list names by their library alone. */
const ownApis: Readonly<Record<string, string>> = {
	anthropic: 'https://api.anthropic.com/v1',
	google: 'https://generativelanguage.googleapis.com/v1beta/openai',
	mistral: 'https://api.mistral.ai/v1',
	openai: 'https://api.openai.com/v1',
};

/**
 * The price of a model at an address: as its provider has it, where one of that address is listed; else the dearest that any has for a model of
 * that name. Undefined: nobody lists it. Pure.
 */
export function priceOf({ model, url }: Pick<PaidCall, 'model' | 'url'>, { providers }: PriceList): Price | undefined {
	const there = atAddress(url, providers);
	const listed = (there.length > 0 ? there : providers).flatMap(({ models }) => models.get(model) ?? []);
	return listed.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
}

function atAddress(url: string, providers: readonly Provider[]): readonly Provider[] {
	const exact = providers.filter(({ api }) => api !== undefined && trimmed(api) === trimmed(url));
	if (exact.length > 0) return exact;
	const host = URL.parse(url)?.host;
	return providers.filter(({ api }) => api !== undefined && host !== undefined && URL.parse(api)?.host === host);
}

function trimmed(url: string): string {
	return url.replace(/\/$/, '');
}

function weightOf({ cost }: Price): number {
	return cost.input + cost.output;
}

export interface CountedTokens {
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cachedTokens?: number | undefined;
}

/** Above this many tokens of a prompt some models cost more. */
const longPrompt = 200_000;

/** The cost of tokens, in millionths of a US dollar, rounded up. Pure. */
export function costOf({ inputTokens, outputTokens, cachedTokens = 0 }: CountedTokens, { cost }: Price): number {
	const { context_over_200k: long } = cost;
	const { input, output, cache_read: cached = input } = long && inputTokens > longPrompt ? long : cost;
	// So many dollars a million are as many millionths each.
	return Math.ceil((inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output);
}
