import type { Duplex } from 'node:stream';
import { hijack } from './hijack.ts';

/**
 * Attaches to a container's main process: standard input goes in as it is, output comes in 8-byte-headed frames. Call it before
 * the container starts, so that nothing is missed. Ending the stream gives the process end of file. The caller destroys it.
 * Rejects when the service refuses or is gone, and with the signal's reason.
 *
 * A plain HTTP upgrade without a body: whatever body is sent, Podman feeds to the process.
 */
export function attach(socketPath: string, container: string, signal: AbortSignal): Promise<Duplex> {
	const path = `/v1.41/containers/${container}/attach?stream=1&stdin=1&stdout=1&stderr=1`;
	return hijack({ socketPath, path, what: 'attach' }, signal);
}
