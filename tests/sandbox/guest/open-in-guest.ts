import type { ProcessOrder, SandboxProcess } from '../../../src/sandbox/opened-process.ts';
import { createChannel } from '../../../src/sandbox/podman/guest-link/processes/channel.ts';
import { openProcess } from '../../../src/sandbox/podman/guest-link/processes/open-process.ts';
import type { CallResult, GuestCall } from '../../../src/sandbox/sandbox.ts';
import type { Guest } from './start-guest.ts';

/** The host's side of processes, over a guest of these tests. */
export interface GuestProcesses {
	open(order: Partial<ProcessOrder> & Pick<ProcessOrder, 'argv'>, signal?: AbortSignal): Promise<SandboxProcess>;
	/** What went wrong on this side: broken rules, and why the sandbox would have been ended. */
	readonly problems: readonly string[];
}

const usual = { cwd: '/tmp', env: {} };

export function processesOf(guest: Guest): GuestProcesses {
	const problems: string[] = [];
	const channel = createChannel(
		(message) => new Promise((resolve) => guest.stdin.write(`${JSON.stringify(message)}\n`, () => resolve())),
	);
	guest.client.fallbackNotificationHandler = async (message) => {
		try {
			channel.take({ jsonrpc: '2.0', ...message });
		} catch (error) {
			problems.push(String(error));
		}
	};
	void guest.exited.then(() => channel.lose('it exited'));
	const call = async ({ tool, args }: GuestCall, signal?: AbortSignal): Promise<CallResult> => {
		const { text, isError } = await guest
			.call(tool, { ...args }, { ...(signal && { signal }) })
			.catch((error: unknown) => {
				signal?.throwIfAborted();
				throw error;
			});
		return { ok: !isError, text };
	};
	const client = {
		channel,
		call: async (order: GuestCall) => {
			const { ok, text } = await call(order);
			return { type: 'result' as const, result: { content: [{ type: 'text' as const, text }], isError: !ok } };
		},
	};
	return {
		problems,
		open: (order, signal = new AbortController().signal) => {
			const deps = {
				client,
				call: (one: GuestCall, watch: { signal: AbortSignal }) => call(one, watch.signal),
				during: () => {},
				kill: (why: string) => problems.push(why),
			};
			return openProcess({ ...usual, ...order }, deps, signal);
		},
	};
}
