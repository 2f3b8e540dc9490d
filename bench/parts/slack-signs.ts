import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';

/** Times the calls that people see something of, as they reach the fake Slacks of this process. Disposing ends it. */
export interface SignWatch extends Disposable {
	/** Resolves, with the time by `performance.now()`, when the next one after now reaches this Slack. */
	next(slack: FakeSlack): Promise<number>;
}

const visible =
	/^\/api\/(chat\.(postMessage|startStream|update|postEphemeral)|reactions\.add|agents\.sessions\.setStatus|assistant\.threads\.setStatus)\b/;
/** https://nodejs.org/docs/latest-v24.x/api/diagnostics_channel.html#http */
const channel = 'http.server.request.start';

export function watchSigns(): SignWatch {
	const waiting = new Map<string, (at: number) => void>();
	const onStart = (message: unknown): void => {
		const at = performance.now();
		const { url = '', headers } = (message as { readonly request: IncomingMessage }).request;
		if (visible.test(url)) waiting.get(headers.host ?? '')?.(at);
	};
	subscribe(channel, onStart);
	return {
		next(slack) {
			const { host } = new URL(slack.url);
			return new Promise((resolve) =>
				waiting.set(host, (at) => {
					waiting.delete(host);
					resolve(at);
				}),
			);
		},
		[Symbol.dispose]: () => unsubscribe(channel, onStart),
	};
}

/** Resolves when this Slack was called by nobody for `ms` milliseconds. */
export async function quiet(slack: FakeSlack, ms: number, signal: AbortSignal): Promise<void> {
	for (let before = -1, now = slack.calls().length; now !== before; now = slack.calls().length) {
		before = now;
		await delay(ms, undefined, { signal });
	}
}
