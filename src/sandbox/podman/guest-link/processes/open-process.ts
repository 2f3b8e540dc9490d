import type { ProcessOrder, SandboxProcess } from '../../../opened-process.ts';
import type { CallResult, CallWatch, GuestCall } from '../../../sandbox.ts';
import type { GuestClient } from '../guest-client.ts';
import type { HostProcess } from './host-process.ts';

export interface OpenDeps {
	readonly client: Pick<GuestClient, 'call' | 'channel'>;
	/** Rejects only with the signal's reason. */
	readonly call: (call: GuestCall, watch: CallWatch) => Promise<CallResult>;
	/** Told of each that runs: the sandbox is in use until it settles. */
	readonly during: (ended: Promise<unknown>) => void;
	/** Ends the sandbox. */
	readonly kill: (why: string) => void;
}

/** Rejects with the signal's reason once nothing of it is left, and with an error that says why it cannot run. */
export async function openProcess(order: ProcessOrder, deps: OpenDeps, signal: AbortSignal): Promise<SandboxProcess> {
	signal.throwIfAborted();
	const begun = deps.client.channel.begin();
	const { argv, cwd, env, files } = order;
	const args = { process: begun.number, argv, cwd, env, ...(files && { files }) };
	try {
		const { ok, text } = await deps.call({ tool: 'process_open', args }, { signal });
		if (!ok) throw new Error(text);
		signal.throwIfAborted();
	} catch (error) {
		begun.drop();
		if (signal.aborted) await close(begun, deps);
		deps.client.channel.forget(begun.number);
		throw error;
	}
	deps.during(begun.seen.ended);
	let closing: Promise<unknown> | undefined;
	let isOver = false;
	void begun.seen.ended.then(() => {
		isOver = true;
	});
	return {
		...begun.seen,
		async [Symbol.asyncDispose]() {
			begun.drop();
			closing ??= isOver ? begun.seen.ended : close(begun, deps);
			await closing;
			await begun.seen.ended;
		},
	};
}

/** Longer than the guest's own 3 s, ms. */
const closeMs = 10_000;

/** Ends it and all that it started; where the guest cannot, the sandbox ends. */
async function close({ number }: HostProcess, { client, kill }: OpenDeps): Promise<void> {
	const watch = { signal: new AbortController().signal, withinMs: closeMs };
	const answer = await client.call({ tool: 'process_close', args: { process: number } }, watch);
	if (answer.type !== 'result' || answer.result.isError === true) kill('it could not end a process');
}
