import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../src/gateway/dialects/dialects.ts';
import { recordedStreams, recordStream } from './record-streams.ts';

const folder = join(import.meta.dirname, '../../gateway/recordings');

function recorded(dialect: string, name: string): Buffer {
	return readFileSync(join(folder, `${dialect}-${name}.sse`));
}

describe('the recording of a stream', () => {
	it.each(recordedStreams)('$dialect, $name, is as the provider sends it', async ({ dialect, name, reply }) => {
		expect(await recordStream(dialect, reply)).toBe(recorded(dialect, name).toString());
	});

	it.each(recordedStreams)(
		'$dialect, $name, is counted right, wherever it is split',
		({ dialect, name, target, reply }) => {
			const spoken = dialects[dialect];
			const route = spoken.route('POST', target);
			if (route === undefined) throw new Error(`${target} is no address of ${dialect}`);
			const bytes = recorded(dialect, name);
			for (const at of bytes.keys()) {
				const meter = spoken.meter(route, 'text/event-stream; charset=utf-8');
				meter.push(bytes.subarray(0, at));
				meter.push(bytes.subarray(at));
				meter.end();
				const { inputTokens, outputTokens } = meter.usage() ?? { inputTokens: 0, outputTokens: 0 };
				if (inputTokens !== reply.usage?.input || outputTokens !== reply.usage.output) {
					expect.fail(`split at ${at}: ${inputTokens} in, ${outputTokens} out`);
				}
			}
		},
	);
});
