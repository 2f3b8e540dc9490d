import type { Adapter } from './adapters/adapter.ts';
import { ProblemError } from './base/errors.ts';
import type { Logger } from './base/log.ts';
import { type Connections, compose } from './compose.ts';
import type { Config } from './config/config.ts';
import { openModels } from './models.ts';
import { connectionsOf } from './platform-connections.ts';
import type { HelperEnd } from './sandbox/podman/container/options.ts';

export interface ServeOptions {
	readonly config: Config;
	readonly log: Logger;
	/** Fires when the process is asked to leave. */
	readonly signal: AbortSignal;
	readonly version: string;
	/** Root's process, where it does what takes rights. */
	readonly helper?: HelperEnd | undefined;
	/** Default: standard output. */
	readonly write?: (text: string) => void;
}

/** Whether a chat platform is configured, so that this process serves it. */
export function servesPlatforms(config: Config): boolean {
	return connectionsOf(config).length > 0;
}

/** Serves the chat platforms that are configured until the signal fires. Resolves with the exit code; rejects with `ProblemError`. */
export async function serve({ config, log, signal, version, helper, write = print }: ServeOptions): Promise<number> {
	if (!config.models)
		throw new ProblemError(
			'No model is configured',
			'Set OPENAI_BASE_URL or OPENAI_API_KEY; deploy/example.env explains every setting',
		);
	write(`Threadsmith ${version}\n`);
	const left = fired(signal);
	const models = await openModels(config, signal);
	write(`Models     Brain ${models.brain.name}, Coder ${models.coder.name}\n`);
	const connect = (connections: Connections) => platformsOf(config, connections, log);
	await using service = await compose({ config, models, log, connect, helper, ready: 1 });
	// A start that hangs on a platform which does not answer is not waited for when we are asked to leave.
	const missing = (await Promise.race([service.start(), left])) ?? [];
	if (signal.aborted) return 0;
	write(
		`Platforms  ${connectionsOf(config)
			.map(({ label }) => label)
			.join(', ')}\n`,
	);
	for (const sentence of missing) write(`Away       ${sentence}. It is tried again until it is there\n`);
	write(
		`Data       ${config.home} (the log is threadsmith.log there)\nListening. Ctrl-C leaves; what runs goes on at the next start.\n`,
	);
	log.info('Serving');
	await left;
	write('Leaving …\n');
	return 0;
}

/** The adapters of the chat platforms that are configured. */
export async function platformsOf(config: Config, connections: Connections, log: Logger): Promise<readonly Adapter[]> {
	const { store, ...rest } = connections;
	const parts = { ...rest, outbox: store.outbox, bindings: store.bindings, records: store.records };
	return await Promise.all(connectionsOf(config).map((connection) => connection.connect({ ...parts, log })));
}

function fired(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function print(text: string): void {
	process.stdout.write(text);
}
