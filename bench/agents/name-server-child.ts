// A name server on 127.0.0.1:53 of the network that it is started in: each name that is asked for is a line on its output; the answer is
// always that there is none.
import { createSocket } from 'node:dgram';

/** Of a question's name: https://www.rfc-editor.org/rfc/rfc1035#section-4.1.2 */
function nameIn(message: Buffer): string {
	const labels: string[] = [];
	for (let at = 12; at < message.length; ) {
		const length = message[at] ?? 0;
		if (length === 0 || length > 63) break;
		labels.push(message.toString('latin1', at + 1, at + 1 + length));
		at += 1 + length;
	}
	return labels.join('.').toLowerCase();
}

const socket = createSocket('udp4');
socket.on('message', (message, { port, address }) => {
	if (message.length < 12) return;
	process.stdout.write(`name ${nameIn(message)}\n`);
	const answer = Buffer.from(message);
	// An answer, with recursion as it was asked for; no such name
	answer.writeUInt16BE(0x8183, 2);
	answer.writeUInt16BE(0, 6);
	answer.writeUInt32BE(0, 8);
	socket.send(answer, port, address);
});
socket.bind(53, '127.0.0.1', () => process.stdout.write('ready\n'));
process.stdin.resume().on('end', () => process.exit());
