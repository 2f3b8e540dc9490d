import { z } from 'zod';
import { codingAgent, commonOptions } from '../coding-agent.ts';
import { environment, folderOf, policyValues } from './environment.ts';

const options = z.strictObject({
	...commonOptions,
	effort: z.enum(['minimal', 'low', 'medium', 'high']).optional().describe('how long a reasoning model thinks'),
});

/**
 * Codex, over an adapter that reads the folder's settings although Codex does not: `/etc/codex/requirements.toml` and what is given here
 * beat these. It speaks Responses alone.
 */
export const codex = codingAgent({
	name: 'codex',
	title: 'Codex',
	options,
	dialects: ['responses'],
	run: {
		kind: 'acp',
		launch: (facts, { effort }) => ({
			argv: [`${folderOf('codex')}/node_modules/.bin/codex-acp`],
			env: environment({
				...policyValues(facts),
				CODEX_CONFIG: JSON.stringify({
					model: facts.model,
					review_model: facts.model,
					web_search: 'disabled',
					...(effort === undefined ? {} : { model_reasoning_effort: effort }),
				}),
				INITIAL_AGENT_MODE: facts.asking ? asks : asksNothing,
				// Each would be a call of the model that nobody reads.
				CODEX_ACP_PROMPT_SUGGESTIONS: 'false',
				NO_BROWSER: '1',
			}),
		}),
		mode: (asking) => (asking ? asks : asksNothing),
	},
});

const asks = 'read-only';
/** Any other begins a sandbox of its own inside the box, which cannot be had there. */
const asksNothing = 'agent-full-access';
