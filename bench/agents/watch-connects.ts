import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Hears to which addresses processes connect or send. Disposing lets go of them. */
export interface ConnectWatch extends AsyncDisposable {
	/** So far, each once: `127.0.0.1:18080`, `[::1]:53`. */
	addresses(): readonly string[];
}

/** Why nothing can be watched here; undefined where it can be. */
export function watchless(): string | undefined {
	const found = ['/usr/bin', '/usr/local/bin', '/bin'].some((folder) => existsSync(`${folder}/strace`));
	return found ? undefined : 'strace is not installed';
}

/** Watches processes of this host, and all that they start, as root. They run many times slower meanwhile. */
export async function watchConnects(pids: readonly number[]): Promise<ConnectWatch> {
	const found = new Set<string>();
	const targets = pids.flatMap((pid) => ['-p', String(pid)]);
	const calls = 'trace=connect,sendto,sendmsg,sendmmsg';
	const child = spawn('strace', ['-f', '-e', calls, ...targets], { stdio: ['ignore', 'ignore', 'pipe'] });
	const attached = Promise.withResolvers<void>();
	child.on('error', attached.reject);
	child.on('exit', () => attached.reject(new Error('strace has ended at once')));
	createInterface({ input: child.stderr }).on('line', (line) => {
		if (/ attached/.test(line)) attached.resolve();
		for (const address of addressesIn(line)) found.add(address);
	});
	await attached.promise;
	return { addresses: () => [...found], [Symbol.asyncDispose]: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	const gone = once(child, 'exit');
	child.kill('SIGINT');
	await gone;
}

/** The internet addresses that a line of strace names. Pure. */
export function addressesIn(line: string): readonly string[] {
	const four = /sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)/g;
	const six = /sin6_port=htons\((\d+)\)[^}]*?inet_pton\(AF_INET6, "([^"]+)"/g;
	return [
		...[...line.matchAll(four)].map(([, port, address]) => `${address}:${port}`),
		...[...line.matchAll(six)].map(([, port, address]) => `[${address}]:${port}`),
	];
}
