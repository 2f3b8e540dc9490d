import { z } from 'zod';
import { codingAgent, commonOptions } from '../coding-agent.ts';
import { environment, folderOf } from './environment.ts';

/** Gemini CLI; its policies are in `/etc/gemini-cli`. */
export const gemini = codingAgent({
	name: 'gemini',
	title: 'Gemini CLI',
	options: z.strictObject(commonOptions),
	dialects: ['gemini'],
	run: {
		kind: 'acp',
		launch: ({ key, model, baseUrl, asking }) => ({
			argv: [
				`${folderOf('gemini')}/node_modules/.bin/gemini`,
				...['--acp', '--approval-mode', asking ? 'default' : 'yolo'],
				...['--model', model],
				...['--allowed-mcp-server-names', 'none'],
			],
			env: environment({
				GEMINI_API_KEY: key,
				GOOGLE_GEMINI_BASE_URL: baseUrl,
				GEMINI_MODEL: model,
				GEMINI_CLI_TRUST_WORKSPACE: 'true',
				// A second process of it would not hear that it is to end.
				GEMINI_CLI_NO_RELAUNCH: 'true',
			}),
		}),
		mode: (asking) => (asking ? 'default' : 'yolo'),
	},
});
