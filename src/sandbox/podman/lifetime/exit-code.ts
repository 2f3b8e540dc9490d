import { request } from 'node:http';
import { z } from 'zod';
import { waitUntil } from '../../../base/wait-until.ts';

const died = z.object({ Actor: z.object({ Attributes: z.object({ containerExitCode: z.coerce.number() }) }) });

/** Podman notes an end some 30 ms after the container's stream has ended, on a busy host later. */
const pace = { everyMs: 25, withinMs: 3_000 };

/**
 * The exit code of a container that has just ended, from Podman's log of events: the container itself is removed within
 * milliseconds. Undefined when Podman does not tell within three seconds. Never rejects.
 */
export async function readExitCode(socketPath: string, id: string): Promise<number | undefined> {
	const signal = AbortSignal.timeout(pace.withinMs);
	let exitCode: number | undefined;
	const known = async (): Promise<boolean> => {
		exitCode = parseExitCode(await getEvents(socketPath, id, signal));
		return exitCode !== undefined;
	};
	await waitUntil(known, pace, signal).catch(() => false);
	return exitCode;
}

/** Parses Podman's answer: one JSON object a line, or nothing. */
export function parseExitCode(text: string): number | undefined {
	const [line] = text.trim().split('\n');
	return line ? died.parse(JSON.parse(line)).Actor.Attributes.containerExitCode : undefined;
}

function getEvents(socketPath: string, id: string, signal: AbortSignal): Promise<string> {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	const filters = JSON.stringify({ container: [id], event: ['died'] });
	const path = `/v4.0.0/libpod/events?${new URLSearchParams({ stream: 'false', since: '1m', filters })}`;
	const asking = request({ socketPath, path, agent: false, signal }, (response) => {
		response.toArray().then((chunks) => resolve(Buffer.concat(chunks).toString('utf8')), reject);
	});
	asking.on('error', reject).end();
	return promise;
}
