import { z } from 'zod';
import { agentHome, codingAgent, commonOptions } from '../coding-agent.ts';
import { environment, folderOf, policyValues } from './environment.ts';

/**
 * OpenCode: all that it may is in `/etc/opencode/opencode.json`, which beats what the folder says of itself. It fetches nothing when the folder
 * of its own settings cannot be written to, and reads none of the project's.
 */
export const opencode = codingAgent({
	name: 'opencode',
	title: 'OpenCode',
	options: z.strictObject(commonOptions),
	dialects: ['chat'],
	run: {
		kind: 'acp',
		launch: (facts) => ({
			argv: [`${folderOf('opencode')}/node_modules/opencode-linux-x64/bin/opencode`, 'acp'],
			env: environment({
				...policyValues(facts),
				OPENCODE_DISABLE_AUTOUPDATE: '1',
				OPENCODE_DISABLE_MODELS_FETCH: '1',
				OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
				OPENCODE_DISABLE_SHARE: '1',
				OPENCODE_DISABLE_PROJECT_CONFIG: '1',
				OPENCODE_PURE: '1',
			}),
			// Root's folder: in one of its own it would install a package.
			files: [{ path: `${agentHome}/.config/opencode/opencode.json`, content: '{}\n' }],
		}),
		mode: () => undefined,
	},
});
