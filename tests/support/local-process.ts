import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex, Transform } from 'node:stream';
import { sanitise, tailOf } from '../../src/sandbox/guest/sanitise.ts';
import type { ProcessEnd, SandboxProcess } from '../../src/sandbox/opened-process.ts';

/** A process as a sandbox opens it, but on this machine, over real pipes. `cwd`: default, this process's. Disposing kills it. */
export function openLocalProcess(argv: readonly string[], cwd?: string): SandboxProcess {
	const [program = '', ...args] = argv;
	const child = spawn(program, args, { stdio: 'pipe', ...(cwd !== undefined && { cwd }) });
	child.stdin.on('error', () => {});
	let words = '';
	let lastActive = Date.now();
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
		words = tailOf(words + sanitise(chunk), 8192);
	});
	const closed = once(child, 'close');
	// One reader alone: beside a second one, what comes before the first has begun would be lost
	const printed = new Transform({
		transform(chunk, _encoding, done) {
			lastActive = Date.now();
			done(null, chunk);
		},
	});
	child.stdout.pipe(printed);
	const stream = Duplex.from({ readable: printed, writable: child.stdin });
	// A program that ends without having read all is none: nobody need listen for that
	stream.on('error', () => {});
	return {
		stream,
		lastWords: () => words,
		ended: closed.then(([code, signal]): ProcessEnd => {
			return code === null ? { kind: 'signal', signal: String(signal) } : { kind: 'exit', code: Number(code) };
		}),
		lastActive: () => lastActive,
		async [Symbol.asyncDispose]() {
			child.kill('SIGKILL');
			// What nobody reads any more would keep it from closing
			child.stdout.destroy();
			stream.on('error', () => {}).destroy();
			await closed;
		},
	};
}
