import { type Clock, sleep } from '../base/clock.ts';

/** Why a file cannot be had or handed over, as a half sentence. */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	/** The connection, the platform itself, or a proxy between has failed. */
	readonly mayPass: boolean;

	constructor(reason: string, { mayPass = false, ...options }: ErrorOptions & { readonly mayPass?: boolean } = {}) {
		super(reason, options);
		this.mayPass = mayPass;
	}
}

/** Of a proxy that wants a login, or that waited too long, and of a limit. */
const passing = [407, 408, 429];

/** Whether an answer says nothing of the file that was asked for. Pure. */
export function mayPass(status: number): boolean {
	return status >= 500 || passing.includes(status);
}

export interface AskAgainDeps {
	/** As people call it. */
	readonly platform: string;
	readonly clock: Clock;
}

const maxTries = 3;
const firstPauseMs = 500;

/** Asks, again while the network or the platform fails. Rejects with `Refusal`, or with the signal's reason. */
export async function askAgain(
	{ platform, clock }: AskAgainDeps,
	ask: () => Promise<Response>,
	signal: AbortSignal,
): Promise<Response> {
	for (let tries = 1; ; tries += 1) {
		const asked = await askOnce(platform, ask, signal);
		if (asked instanceof Response) return asked;
		if (tries === maxTries) throw asked.refusal;
		await sleep(clock, Math.max(asked.waitMs, firstPauseMs * 2 ** (tries - 1)), signal);
	}
}

interface Failed {
	readonly refusal: Refusal;
	readonly waitMs: number;
}

async function askOnce(
	platform: string,
	ask: () => Promise<Response>,
	signal: AbortSignal,
): Promise<Response | Failed> {
	try {
		const answer = await ask();
		if (!mayPass(answer.status)) return answer;
		const waitMs = Number(answer.headers.get('retry-after') ?? 0) * 1000;
		return { refusal: await refusalOf(platform, answer), waitMs };
	} catch (error) {
		if (signal.aborted || error instanceof Refusal) throw error;
		const refusal = new Refusal(`the connection to ${platform} failed`, { cause: error, mayPass: true });
		return { refusal, waitMs: 0 };
	}
}

/** An answer that is not the file, as a refusal. Drops its body. */
export async function refusalOf(platform: string, { status, body }: Response): Promise<Refusal> {
	await body?.cancel();
	return new Refusal(`${platform} answered with status ${status}`, { mayPass: mayPass(status) });
}
