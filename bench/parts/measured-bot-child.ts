// A bot on a chat platform in a process of its own, whose memory is measured without what could be collected.

import { silentLogger } from '../../src/base/log.ts';
import { loadConfig } from '../../src/config/config.ts';
import { serve } from '../../src/serve.ts';

/** The answer to any message of its parent's; the first one comes by itself, when it listens. */
export interface MeasuredMemory {
	/** In V8's heap, and outside of it for objects there. */
	readonly heldBytes: number;
}

const leaving = new AbortController();
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.once(name, () => leaving.abort());

async function measure(): Promise<void> {
	for (let n = 0; n < 3; n += 1) await globalThis.gc?.({ execution: 'async', type: 'major' });
	const { heapUsed, external } = process.memoryUsage();
	process.send?.({ heldBytes: heapUsed + external } satisfies MeasuredMemory);
}

process.on('message', () => void measure());
const config = loadConfig(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>);
const write = (text: string): void => {
	if (text.includes('Listening')) void measure();
};
await serve({ config, log: silentLogger, signal: leaving.signal, version: '', write });
process.disconnect?.();
