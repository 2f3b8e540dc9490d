import { z } from 'zod';
import { codingAgent, commonOptions } from '../coding-agent.ts';
import { environment, folderOf } from './environment.ts';

const options = z.strictObject({
	...commonOptions,
	effort: z.enum(['low', 'medium', 'high']).optional().describe('how long a reasoning model thinks'),
});

/** Every name under which it asks for a model, so that it asks for one alone. */
const modelNames = [
	'ANTHROPIC_MODEL',
	'ANTHROPIC_SMALL_FAST_MODEL',
	'ANTHROPIC_DEFAULT_HAIKU_MODEL',
	'ANTHROPIC_DEFAULT_SONNET_MODEL',
	'ANTHROPIC_DEFAULT_OPUS_MODEL',
	'CLAUDE_CODE_SUBAGENT_MODEL',
];

/**
 * Claude Code. A folder's own settings would beat the environment, the address of the gateway too, and run hooks: none of them are read, and
 * `/etc/claude-code/managed-settings.json` beats what would be.
 */
export const claude = codingAgent({
	name: 'claude',
	title: 'Claude Code',
	options,
	dialects: ['messages'],
	run: {
		kind: 'acp',
		launch: ({ key, model, baseUrl }, { effort }) => ({
			argv: [`${folderOf('claude')}/node_modules/.bin/claude-agent-acp`],
			env: environment({
				ANTHROPIC_BASE_URL: baseUrl,
				ANTHROPIC_AUTH_TOKEN: key,
				...Object.fromEntries(modelNames.map((name) => [name, model])),
				...(effort === undefined ? {} : { CLAUDE_CODE_EFFORT_LEVEL: effort }),
				CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
				CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'false',
				DISABLE_AUTOUPDATER: '1',
				DISABLE_TELEMETRY: '1',
				DISABLE_ERROR_REPORTING: '1',
			}),
		}),
		// Its own choice would judge each step by another call of the model.
		mode: (asking) => (asking ? 'default' : 'bypassPermissions'),
		newSessionMeta: {
			claudeCode: {
				options: {
					settingSources: ['user'],
					disallowedTools: ['WebFetch', 'WebSearch'],
					strictMcpConfig: true,
					promptSuggestions: false,
				},
			},
		},
	},
});
