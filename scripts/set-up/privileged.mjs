import { isRoot, which } from '../base/host.mjs';
import { run } from '../base/run.mjs';
import { SetUpError } from '../base/step.mjs';

/**
 * Runs a program as root, through `sudo` where we are not. Resolves like `run`; rejects with a {@link SetUpError}
 * naming `command` (what a person must run) when there is neither root nor a sudo that asks for no password.
 */
export const runAsRoot = async (words, command, options) => {
	if (isRoot()) return run(words[0], words.slice(1), options);
	if (!(await mayUseSudo())) {
		throw new SetUpError(`Cannot run ${words[0]} as root: sudo is missing or asks for a password`, {
			commands: [command],
		});
	}
	// sudo resets the environment: proxies are what a package manager needs of it.
	return run('sudo', ['-n', ...environmentWords(options?.env), ...words], options);
};

const mayUseSudo = async () => which('sudo') !== undefined && (await run('sudo', ['-n', 'true'])).code === 0;

const environmentWords = (env = {}) => {
	const proxies = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
	const kept = proxies.filter((name) => process.env[name]).map((name) => [name, process.env[name]]);
	return ['env', ...[...kept, ...Object.entries(env)].map(([name, value]) => `${name}=${value}`)];
};
