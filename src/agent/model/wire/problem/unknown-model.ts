import type { WireProblem } from '../wire-problem.ts';

/** How one kind of server says that it has no such model, or has it no more. */
interface GoneWords {
	readonly server: string;
	readonly says: RegExp;
}

/** From the servers' documents and public reports; most say so by a 404, which needs no words but "model". */
const table: readonly GoneWords[] = [
	{ server: 'OpenAI, Cerebras, one-api', says: /model_not_found/ },
	// https://github.com/langbot-app/LangBot/issues/1643
	{ server: 'DeepSeek', says: /model not exist\b|supported api model names are/i },
	// {"message":"Invalid model: …","type":"invalid_model","code":"1500"}; Perplexity has the type as well.
	{ server: 'Mistral, Perplexity', says: /\binvalid_model\b|\binvalid model: /i },
	// https://console.groq.com/docs/deprecations
	{ server: 'Groq', says: /model_decommissioned|\bmodel\b.{0,120}\bhas been decommissioned/i },
	// https://www.alibabacloud.com/help/en/model-studio/error-code
	{ server: 'DashScope', says: /\bModelNotFound\b|\bmodel not found\b/i },
	// {"code":20012,"message":"Model does not exist. Please check it carefully."}
	{ server: 'SiliconFlow, xAI, vLLM', says: /\bmodel\b.{0,120}\b(does not|doesn['’]t) exist/i },
	{ server: 'LM Studio', says: /\binvalid model identifier\b|\bno models loaded\b/i },
	{ server: 'Together', says: /\bmodel_not_available\b|\bnon-serverless model\b/i },
	{ server: 'Bedrock', says: /\bmodel identifier is invalid\b|\bmodel\b.{0,60}\breached the end of its life/i },
	{ server: 'OpenRouter', says: /\bnot a valid model\b/i },
	{ server: 'LiteLLM, Z.ai', says: /\binvalid model name\b|\bunknown model\b|\bno such model\b/i },
];

/** Whether a refusal means that the model is not there, so that another one is to be asked. Pure. */
export function isUnknownModel({ status, all }: Extract<WireProblem, { kind: 'refusal' }>): boolean {
	if (status === 410) return true;
	if (status === 404 && /\bmodels?\b/i.test(all)) return true;
	return table.some(({ says }) => says.test(all));
}
