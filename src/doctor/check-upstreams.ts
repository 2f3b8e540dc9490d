import { shownUrl } from '../agent/model/endpoint/endpoint-url.ts';
import { listModels, type ModelList } from '../agent/model/list-models.ts';
import type { Config } from '../config/config.ts';
import type { Upstream } from '../gateway/upstream/upstream.ts';
import type { Finding } from './finding.ts';

/** The doctor as a whole should take some seconds, not more. */
const limitMs = 3_500;

interface Row {
	readonly vendor: 'OPENAI' | 'ANTHROPIC' | 'GEMINI';
	readonly upstream: Upstream | undefined;
	/** Where an upstream lists its models in OpenAI's way, behind its address; Google's does at https://ai.google.dev/gemini-api/docs/openai */
	readonly lists: string;
}

/**
 * Asks each upstream of agents for its models: whether it is there, takes the key, and has those that agents may ask. The Brain's endpoint, where it
 * serves agents as well, is looked at as the Brain's. Rejects only with the signal's reason.
 */
export async function checkUpstreams(
	{ upstreams }: Pick<Config, 'upstreams'>,
	signal: AbortSignal,
): Promise<Finding[]> {
	const { responses, messages, gemini } = upstreams;
	const rows: readonly Row[] = [
		{ vendor: 'OPENAI', upstream: responses, lists: '' },
		{ vendor: 'ANTHROPIC', upstream: messages, lists: '/v1' },
		{ vendor: 'GEMINI', upstream: gemini, lists: '/v1beta/openai' },
	];
	const found = await Promise.all(rows.map((row) => checkRow(row, signal)));
	return found.flat();
}

async function checkRow({ vendor, upstream, lists }: Row, signal: AbortSignal): Promise<readonly Finding[]> {
	if (!upstream) return [];
	const baseUrl = `${upstream.baseUrl.replace(/\/+$/, '')}${lists}`;
	const list = await listModels({ baseUrl, apiKey: upstream.apiKey, limitMs }, signal);
	return [{ name: `models of agents, ${vendor.toLowerCase()}`, ...judge(vendor, upstream, list) }];
}

type Judged = Omit<Finding, 'name'>;

function judge(vendor: Row['vendor'], { baseUrl, models }: Upstream, list: ModelList): Judged {
	const at = shownUrl(baseUrl);
	switch (list.kind) {
		case 'listed':
			return judgeModels(vendor, at, models, list.names);
		case 'no-list':
			return {
				value: `${models.join(', ')} at ${at}, which does not list its models (${list.reason})`,
				met: undefined,
				mend: 'Only a run of an agent can tell',
			};
		case 'unauthorized':
			return {
				value: `${at} does not accept the key (${list.reason})`,
				met: false,
				mend: `Check GATEWAY_${vendor}_KEY`,
			};
		case 'failed':
			return {
				value: `${at} cannot be asked for its models (${list.reason})`,
				met: false,
				mend: `Check that the server is running, and GATEWAY_${vendor}_URL`,
			};
	}
}

function judgeModels(vendor: Row['vendor'], at: string, models: readonly string[], names: readonly string[]): Judged {
	// Google's names have their kind in front, Ollama's a tag behind.
	const isListed = (model: string) =>
		[model, `models/${model}`, `${model}:latest`].some((name) => names.includes(name));
	const missing = models.filter((model) => !isListed(model));
	if (missing.length === 0) return { value: `${models.join(', ')} at ${at}`, met: true };
	const setting = vendor === 'OPENAI' ? 'GATEWAY_MODELS' : `GATEWAY_${vendor}_MODELS`;
	return { value: `${at} does not list ${missing.join(', ')}`, met: false, mend: `Correct ${setting}` };
}
