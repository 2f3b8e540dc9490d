import { z } from 'zod';
import { codingAgent, commonOptions } from '../coding-agent.ts';
import { environment, folderOf } from './environment.ts';

/** Not what its package starts, which starts a second process that takes memory and does not hear that it is to end. */
const program = `${folderOf('qwen')}/node_modules/@qwen-code/qwen-code/cli.js`;

/** Qwen Code; its settings are in `/etc/qwen-code`. */
export const qwen = codingAgent({
	name: 'qwen',
	title: 'Qwen Code',
	options: z.strictObject(commonOptions),
	dialects: ['chat'],
	run: {
		kind: 'acp',
		launch: ({ key, model, baseUrl, asking }) => ({
			argv: [
				...['/usr/local/bin/node', '--max-old-space-size=768', '--expose-gc', program],
				...['--acp', '--approval-mode', asking ? 'default' : 'yolo'],
				...['--auth-type', 'openai', '--model', model],
				...['--allowed-mcp-server-names', 'none'],
			],
			env: environment({
				OPENAI_API_KEY: key,
				OPENAI_BASE_URL: `${baseUrl}/v1`,
				OPENAI_MODEL: model,
				QWEN_CODE_NO_RELAUNCH: 'true',
				QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
			}),
		}),
		mode: (asking) => (asking ? 'default' : 'yolo'),
	},
});
