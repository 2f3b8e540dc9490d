import type { Logger } from '../../../base/log.ts';
import { connectGuest, type GuestClient } from '../guest-link/guest-client.ts';
import type { BootOrder, Box, Host } from '../host/host.ts';

/** A container whose guest answers. Disposing of `box` ends it. */
export interface Guested {
	readonly box: Box;
	readonly client: GuestClient;
}

const handshakeMs = 15_000;

/** Starts a container and its guest. Rejects as `Host.boot` and `connectGuest` do; nothing of it is left then. */
export async function bootGuest(host: Host, order: BootOrder, log: Logger, signal: AbortSignal): Promise<Guested> {
	await using undo = new AsyncDisposableStack();
	const box = undo.use(await host.boot(order, signal));
	const client = await connectGuest({ stream: box.stream, log, handshakeMs }, signal);
	undo.move();
	return { box, client };
}
