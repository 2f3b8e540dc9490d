import type { Logger } from '../../../base/log.ts';
import { type Exec, execOf, type Piped, startPiped } from './exec.ts';
import { createStderrLog } from './stderr-log.ts';

/** `airlock` inside: neither commands nor drafts can end it or pass for it. */
export const relayUid = 1002;

const command = ['node', '--max-old-space-size=64', '/opt/threadsmith/airlock-relay.mjs'] as const;

export interface RelayOptions {
	readonly socketPath: string;
	/** The container's id. */
	readonly id: string;
	readonly log: Logger;
}

/** The reason for which the airlock is opened. */
export type Errand = 'resolve' | 'install';

/** Starts the airlock's inner side in a sandbox; its standard streams carry HTTP/2. Rejects as {@link startPiped} does. */
export function pipeRelay(
	{ socketPath, id }: Pick<RelayOptions, 'socketPath' | 'id'>,
	errand: Errand,
	signal: AbortSignal,
): Promise<Piped> {
	return startPiped({ socketPath, container: id, command: [...command, errand], uid: relayUid }, signal);
}

/** As that, with its streams apart. */
export async function startRelay(options: RelayOptions, errand: Errand, signal: AbortSignal): Promise<Exec> {
	return execOf(await pipeRelay(options, errand, signal), createStderrLog(options.log));
}
