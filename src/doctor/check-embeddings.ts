import { createEmbedder } from '../agent/model/endpoint/embedder.ts';
import { openAiUrl, shownUrl } from '../agent/model/endpoint/endpoint-url.ts';
import type { Config } from '../config/config.ts';
import type { Finding } from './finding.ts';

/** The doctor as a whole should take some seconds, not more. */
const limitMs = 5_000;

/** Has the model that tools are found by embed a text; nothing is looked at where none is named. Rejects only with the signal's reason. */
export async function checkEmbeddings({ models }: Pick<Config, 'models'>, signal: AbortSignal): Promise<Finding[]> {
	const embed = models?.embed;
	if (!embed) return [];
	const limit = AbortSignal.timeout(limitMs);
	const named = `${embed.model} at ${shownUrl(embed.baseUrl ?? openAiUrl)}`;
	const embedded = await createEmbedder(embed)
		.embed(['Add up a column'], AbortSignal.any([signal, limit]))
		.catch((): { kind: 'failed'; reason: string } => {
			signal.throwIfAborted();
			return { kind: 'failed', reason: `no answer within ${limitMs / 1000} s` };
		});
	const name = 'model for finding tools';
	if (embedded.kind === 'vectors')
		return [{ name, value: `${named}, ${embedded.vectors[0]?.length ?? 0} numbers a text`, met: true }];
	const mend = 'Check EMBED_MODEL, EMBED_BASE_URL and EMBED_API_KEY; without EMBED_MODEL tools are found by words';
	return [{ name, value: `${named} gives no vectors (${embedded.reason})`, met: false, mend }];
}
