import type { Model } from '../../../src/agent/model/model.ts';
import { createOpenAiModel } from '../../../src/agent/model/openai-model.ts';
import type { Players } from '../evaluations/with-models.ts';
import type { RealModels } from '../options.ts';

/** The models of an endpoint in their roles. */
export function openPlayers({ endpoint, brain, coder }: RealModels): Players {
	const apiKey = keyOfEndpoint();
	const modelOf = (model: string): Model => createOpenAiModel({ model, baseUrl: endpoint, apiKey });
	return { brain: modelOf(brain), coder: modelOf(coder) };
}

/** A key is a secret, and no option: those are seen by everybody on the machine. */
function keyOfEndpoint(): string | undefined {
	// biome-ignore lint/style/noProcessEnv: a measurement has no settings of its own
	return process.env['JUDGE_EVAL_KEY'];
}
