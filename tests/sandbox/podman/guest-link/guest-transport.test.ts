import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { createGuestTransport } from '../../../../src/sandbox/podman/guest-link/guest-transport.ts';

/** A stream that takes nothing until it is let go. */
function slowStream() {
	const taken: string[] = [];
	const gate = Promise.withResolvers<void>();
	const stream = new Duplex({
		highWaterMark: 1,
		read() {},
		write(chunk, _encoding, done) {
			taken.push(String(chunk));
			void gate.promise.then(() => done());
		},
	});
	return { stream, taken, letGo: () => gate.resolve() };
}

it('has all who send wait together while nothing is taken, and sends in order what they sent', async () => {
	const { stream, taken, letGo } = slowStream();
	const nothing = () => {};
	const transport = createGuestTransport({
		...{ stream, maxLineBytes: 1000, onStderr: nothing, onBroken: nothing, onProcess: nothing },
	});
	await transport.start();
	const before = stream.listenerCount('error');
	let sent = 0;
	const sending = Array.from({ length: 30 }, async (_, at) => {
		await transport.send({ jsonrpc: '2.0', method: `note-${at}` });
		sent += 1;
	});
	expect([sent, stream.listenerCount('error') - before]).toEqual([0, 2]);
	letGo();
	await Promise.all(sending);
	expect(taken.map((line) => JSON.parse(line).method)).toEqual(sending.map((_, at) => `note-${at}`));
	expect(stream.listenerCount('error')).toBe(before);
});
