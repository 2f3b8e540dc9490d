import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { silentLogger } from '../../../src/base/log.ts';
import type { DoorAnswer, DoorRequest } from '../../../src/sandbox/airlock/package-index/exchange.ts';
import { type Airlock, serveAirlock } from '../../../src/sandbox/airlock/serve-airlock.ts';
import type { Exec } from '../../../src/sandbox/podman/guest-link/exec.ts';

export type Answer = (request: DoorRequest, signal: AbortSignal) => Promise<DoorAnswer>;

/** An airlock on a real relay, a process of its own, without a sandbox around it. Disposing ends both. */
export interface AirlockLine extends AsyncDisposable {
	readonly airlock: Airlock;
	readonly relay: ChildProcessByStdio<Writable, Readable, null>;
	/** Resolves when the relay's process is gone. */
	readonly exited: Promise<unknown>;
	get(path: string, init?: RequestInit): Promise<Response>;
}

const program = new URL('../../../src/sandbox/guest/airlock-relay.ts', import.meta.url).pathname;

export function openLine(answer: Answer): AirlockLine {
	const { relay, stream, exited } = spawnRelay();
	const airlock = serveAirlock({ stream, door: { answer }, log: silentLogger });
	return {
		airlock,
		relay,
		exited,
		get: async (path, init) => fetch(`http://127.0.0.1:${await airlock.port}${path}`, init),
		async [Symbol.asyncDispose]() {
			await airlock[Symbol.asyncDispose]();
			relay.kill('SIGKILL');
			await exited;
		},
	};
}

function spawnRelay() {
	const relay = spawn(process.execPath, [program, 'install'], { stdio: ['pipe', 'pipe', 'inherit'] });
	return { relay, exited: once(relay, 'exit'), stream: Duplex.from({ readable: relay.stdout, writable: relay.stdin }) };
}

/** A relay's process alone, as a sandbox would have it. */
export function startRelayProcess(): Exec {
	const { relay, stream, exited } = spawnRelay();
	return {
		stream,
		async [Symbol.asyncDispose]() {
			relay.kill('SIGKILL');
			await exited;
		},
	};
}

/** An answer with this body. */
export function ok(body: DoorAnswer['body'], headers: Readonly<Record<string, string>> = {}): DoorAnswer {
	return { status: 200, headers, body };
}
