import type { RewriteRules } from '../dialects/dialect.ts';
import { isHostedModel } from '../dialects/hosted/hosted.ts';
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
 * Upstreams without those of their models that are asked nothing, as they search whatever they are asked. Where an upstream has no others, they stay:
 * whoever asks one hears why it is not asked. Pure.
 */
export function askable(upstreams: Upstreams): Upstreams {
	return Object.fromEntries(Object.entries(upstreams).map(([name, upstream]) => [name, withAskable(upstream)]));
}

function withAskable(upstream: Upstream): Upstream {
	const models = upstream.models.filter((model) => !isHostedModel(model));
	return models.length === 0 ? upstream : { ...upstream, models };
}

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

type VendorRules = Pick<RewriteRules, 'chatLimit' | 'thoughtBeside' | 'keepsUnlessTold'>;

interface Vendor {
	readonly dialect: DialectName;
	readonly host: RegExp;
	readonly rules: VendorRules;
}

/** Vendors whose servers have ways of their own in a dialect that others speak as well, who do not know these. */
const vendors: readonly Vendor[] = [
	{
		dialect: 'chat',
		host: /^(?:[a-z]{2}\.)?api\.openai\.com$/,
		rules: {
			// "Deprecated … not compatible with o-series models"; its other models take both (https://platform.openai.com/docs/api-reference/chat/create)
			chatLimit: 'max_completion_tokens',
			// "Stored by default for new accounts" (https://platform.openai.com/docs/guides/migrate-to-responses)
			keepsUnlessTold: true,
		},
	},
	// Its `thinking_budget` is a ceiling of its own, by default the model's (https://www.alibabacloud.com/help/en/model-studio/deep-thinking): 80K beside 32K
	// of answer is the most that the cards of its models name.
	{ dialect: 'chat', host: /\.aliyuncs\.com$/, rules: { thoughtBeside: 81_920 } },
	// "max_tokens … excluding the chain-of-thought part", which has up to 40,000 (https://docs.siliconflow.com/en/userguide/capabilities/reasoning)
	{ dialect: 'chat', host: /^api\.siliconflow\.(?:cn|com)$/, rules: { thoughtBeside: 40_000 } },
	// "By default for projects created on or after October 26, 2026" (https://ai.google.dev/gemini-api/docs/logs-datasets)
	{ dialect: 'gemini', host: /^generativelanguage\.googleapis\.com$/, rules: { keepsUnlessTold: true } },
];

/** The ways of an upstream's vendor, by its address alone. Pure. */
export function rulesOf({ baseUrl }: Pick<Upstream, 'baseUrl'>, name: DialectName): VendorRules {
	const { hostname } = new URL(baseUrl);
	return vendors.find(({ dialect, host }) => dialect === name && host.test(hostname))?.rules ?? {};
}
