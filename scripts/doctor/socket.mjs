import { get } from 'node:http';
import { setting } from '../base/paths.mjs';

const limitMs = 3000;

/** Whether the Podman service that a person names answers; no row where the service runs its own. */
export const socketRows = async () => {
	const socketPath = setting('SANDBOX_SOCKET');
	if (socketPath === undefined) return [];
	const name = 'Podman service';
	const failed = await ping(socketPath);
	if (failed === undefined) return [{ name, value: `${socketPath} answers`, met: true }];
	return [
		{
			name,
			value: `${socketPath} does not answer: ${failed}`,
			met: false,
			mend: 'Run: sudo systemctl start podman.socket; or unset SANDBOX_SOCKET',
		},
	];
};

const ping = (socketPath) =>
	new Promise((resolve) => {
		const asking = get({ socketPath, path: '/_ping', timeout: limitMs }, (response) => {
			response.resume();
			resolve(response.statusCode === 200 ? undefined : `status ${response.statusCode}`);
		});
		asking.once('timeout', () => asking.destroy(new Error(`silent for ${limitMs / 1000} s`)));
		asking.once('error', ({ message }) => resolve(message));
	});
