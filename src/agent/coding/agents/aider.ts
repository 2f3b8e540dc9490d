import { z } from 'zod';
import { agentHome, codingAgent, commonOptions } from '../coding-agent.ts';
import { environment, folderOf } from './environment.ts';

/** Options that aider ends with when it does not know them, so each was tried on the version of the image. */
const flags = [
	'--yes-always',
	'--no-stream',
	'--no-pretty',
	'--no-fancy-input',
	'--no-show-model-warnings',
	'--no-show-release-notes',
	'--no-check-update',
	'--analytics-disable',
	'--no-detect-urls',
	'--disable-playwright',
	'--no-suggest-shell-commands',
	'--no-gitignore',
	'--no-auto-commits',
	'--no-dirty-commits',
	// Else those of the folder are read.
	'--env-file=/dev/null',
	'--model-settings-file=/dev/null',
	// Its own notes are no part of the work.
	'--chat-history-file=/tmp/aider-chat.md',
	'--input-history-file=/tmp/aider-input',
	'--llm-history-file=/tmp/aider-llm',
];

const metadata = { max_tokens: 8_192, max_input_tokens: 128_000, litellm_provider: 'openai', mode: 'chat' };

/** Not on the command line, where a long one has no place. */
const task = `${agentHome}/.threadsmith/task.md`;
/** Of a model that is in no file it would fetch a list. */
const models = `${agentHome}/.threadsmith/models.json`;

/** Aider: it edits files and ends; it runs no commands and has no way to ask, so it has no `ask`. */
export const aider = codingAgent({
	name: 'aider',
	title: 'Aider',
	options: z.strictObject({ model: commonOptions.model }),
	dialects: ['chat'],
	run: {
		kind: 'one-shot',
		launch: ({ key, model, baseUrl, prompt }) => ({
			argv: [
				`${folderOf('aider')}/aider`,
				...['--model', `openai/${model}`, '--weak-model', `openai/${model}`],
				...['--model-metadata-file', models],
				...flags,
				...['--message-file', task],
			],
			env: environment({
				OPENAI_API_BASE: `${baseUrl}/v1`,
				OPENAI_API_KEY: key,
				AIDER_ANALYTICS_DISABLE: 'true',
				AIDER_CHECK_UPDATE: 'false',
				LITELLM_LOCAL_MODEL_COST_MAP: 'True',
				LITELLM_MODE: 'PRODUCTION',
			}),
			files: [
				{ path: task, content: prompt },
				{ path: models, content: JSON.stringify({ [`openai/${model}`]: metadata }) },
			],
		}),
	},
});
