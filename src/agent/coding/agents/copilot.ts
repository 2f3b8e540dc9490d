import { z } from 'zod';
import { codingAgent, commonOptions } from '../coding-agent.ts';
import { environment, folderOf } from './environment.ts';

/** GitHub Copilot on a provider of one’s own, without an account. */
export const copilot = codingAgent({
	name: 'copilot',
	title: 'GitHub Copilot',
	options: z.strictObject(commonOptions),
	dialects: ['chat'],
	run: {
		kind: 'acp',
		launch: ({ key, model, baseUrl, asking }) => ({
			argv: [
				`${folderOf('copilot')}/node_modules/@github/copilot-linux-x64/copilot`,
				...['--acp', '--stdio', '--no-auto-update', '--disable-builtin-mcps', '--disable-client-telemetry'],
				...['--excluded-tools', 'web_fetch'],
				...(asking ? [] : ['--allow-all-tools', '--allow-all-paths']),
			],
			env: environment({
				COPILOT_PROVIDER_BASE_URL: `${baseUrl}/v1`,
				COPILOT_PROVIDER_API_KEY: key,
				COPILOT_MODEL: model,
				COPILOT_OFFLINE: 'true',
				COPILOT_AUTO_UPDATE: 'false',
				// It refuses to speak to anyone without authorities, to the gateway too, which has none.
				SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
			}),
		}),
		mode: () => undefined,
	},
});
