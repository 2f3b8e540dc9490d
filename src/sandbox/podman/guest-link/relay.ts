import type { Logger } from '../../../base/log.ts';
import { type Exec, execOf, type Piped, startPiped } from './exec.ts';
import { createStderrLog } from './stderr-log.ts';

/** `airlock` inside: neither commands nor drafts can end it or pass for it. */
export const relayUid = 1002;

const command = ['node', '--max-old-space-size=64'] as const;

function programFor(errand: Errand): readonly string[] {
	return errand === 'gateway' ? ['/opt/threadsmith/gateway-relay.mjs'] : ['/opt/threadsmith/airlock-relay.mjs', errand];
}

export interface RelayOptions {
	readonly socketPath: string;
	/** The container's id. */
	readonly id: string;
	readonly log: Logger;
}

/** The reason for which the airlock is opened, or the way to the model gateway, which is a coding agent's. */
export type Errand = 'resolve' | 'install' | 'gateway';

/** Starts the inner side of the airlock, or of the model gateway, in a sandbox; its standard streams carry HTTP/2. Rejects as {@link startPiped} does. */
export function pipeRelay(
	{ socketPath, id }: Pick<RelayOptions, 'socketPath' | 'id'>,
	errand: Errand,
	signal: AbortSignal,
): Promise<Piped> {
	return startPiped({ socketPath, container: id, command: [...command, ...programFor(errand)], uid: relayUid }, signal);
}

/** As that, with its streams apart. */
export async function startRelay(options: RelayOptions, errand: Errand, signal: AbortSignal): Promise<Exec> {
	return execOf(await pipeRelay(options, errand, signal), createStderrLog(options.log));
}
