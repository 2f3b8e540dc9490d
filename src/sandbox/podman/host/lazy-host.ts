import { lazy } from '../../../base/lazy.ts';
import type { Host } from './host.ts';

/** A host that is loaded when it is first asked. Disposing one that never was does nothing. */
export function lazyHost(load: () => Promise<Host>): Host {
	const { get: host, made } = lazy(load);
	return {
		ready: async (signal) => (await host()).ready(signal),
		passOver: async (runtime, why) => (await host()).passOver(runtime, why),
		boot: async (order, signal) => (await host()).boot(order, signal),
		clear: async () => (await host()).clear(),
		async [Symbol.asyncDispose]() {
			await (await made())?.[Symbol.asyncDispose]();
		},
	};
}
