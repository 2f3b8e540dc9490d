import { z } from 'zod';
import { agentHome, codingAgent, commonOptions, type LaunchFacts } from '../coding-agent.ts';
import { environment, folderOf, policyValues } from './environment.ts';

/** Root's; the program that starts pi links to it. */
const modelsFile = `${agentHome}/.threadsmith/models.json`;

const options = z.strictObject({
	model: commonOptions.model,
	effort: z.enum(['low', 'medium', 'high']).optional().describe('how long a reasoning model thinks'),
});

/** pi: four tools, none of which reaches out, and no way to ask: it has no `ask`. */
export const pi = codingAgent({
	name: 'pi',
	title: 'pi',
	options,
	dialects: ['chat'],
	run: {
		kind: 'acp',
		launch: (facts, { effort }) => ({
			argv: [`${folderOf('pi')}/node_modules/.bin/pi-acp`],
			env: environment({
				...policyValues(facts),
				...(effort === undefined ? {} : { THREADSMITH_EFFORT: effort }),
				PI_ACP_PI_COMMAND: `${folderOf('pi')}/pi`,
				PI_CODING_AGENT_DIR: `${agentHome}/.pi/agent`,
				THREADSMITH_MODELS: modelsFile,
				PI_OFFLINE: '1',
				PI_SKIP_VERSION_CHECK: '1',
				PI_TELEMETRY: '0',
			}),
			files: [{ path: modelsFile, content: models(facts, effort !== undefined) }],
		}),
		mode: () => undefined,
	},
});

/** `$NAME` is filled in by pi, in keys alone. */
function models({ model, baseUrl }: LaunchFacts, reasoning: boolean): string {
	const one = { id: model, name: model, reasoning, input: ['text'], contextWindow: 128_000, maxTokens: 8_192 };
	const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
	const gateway = { baseUrl: `${baseUrl}/v1`, apiKey: '$THREADSMITH_KEY', api: 'openai-completions' };
	return JSON.stringify({ providers: { gateway: { ...gateway, models: [{ ...one, cost }] } } });
}
