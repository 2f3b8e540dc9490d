import { mkdir } from 'node:fs/promises';
import type { Logger } from '../../../base/log.ts';
import type { Host } from '../host/host.ts';
import type { Guested } from './boot-guest.ts';
import type { PoolRules } from './pool-rules.ts';
import type { Warm } from './warm-pool.ts';

/** A guest's first command takes longer than those that follow, ms. */
const warmUpMs = 5_000;

/**
 * Starts a sandbox with a formatted disk and nothing of anybody's. Undefined where nothing that is mounted into one that runs would appear there.
 * Rejects as `bootGuest` does, with nothing left.
 */
export async function makeWarm(
	{ folder, diskBytes }: Pick<PoolRules, 'folder' | 'diskBytes'>,
	host: Host,
	log: Logger,
	signal: AbortSignal,
): Promise<Warm<Guested> | undefined> {
	if (!(await host.ready(signal)).bindsLate) return undefined;
	await mkdir(folder, { recursive: true, mode: 0o700 });
	// Loaded when it is needed: it brings the MCP client
	const { bootGuest } = await import('./boot-guest.ts');
	const guested = await bootGuest(host, { pool: true, diskBytes }, log, signal);
	const { box, client } = guested;
	const watch = { signal: new AbortController().signal, withinMs: warmUpMs };
	await client.call({ tool: 'warm_up', args: {} }, watch);
	return {
		gone: client.gone,
		answers: (withinMs) => client.answers(withinMs),
		given: guested,
		[Symbol.asyncDispose]: () => box[Symbol.asyncDispose](),
	};
}
