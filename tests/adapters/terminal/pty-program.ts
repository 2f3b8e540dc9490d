import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTerminal } from '../../../src/adapters/terminal/terminal.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { rejection } from '../../support/rejection.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { createFakeCore } from '../fake-core.ts';
import { createMemoryOutbox } from '../memory-outbox.ts';
import { commands, thread } from './open-terminal.ts';

/** A program with our terminal on its own standard streams; writes what came in to `inbounds.json` of its folder when it leaves. */
const folder = process.argv[2] ?? '.';

async function* answer(inbound: Inbound, signal: AbortSignal): AsyncGenerator<AgentEvent> {
	const turn = `turn-${inbound.key}`;
	yield { type: 'turn-started', session: 's', turn };
	const text = inbound.type === 'message' ? inbound.text : '';
	if (text.startsWith('long')) {
		yield { type: 'tool-started', key: `${turn}/s`, callId: 'c', tool: 'bash', title: 'sleep 100' };
		await rejection(signal).catch(() => {});
		yield { type: 'tool-finished', key: `${turn}/f`, callId: 'c', ok: false, summary: 'stopped', ms: 1 };
		yield { type: 'usage', step: 1, inputTokens: 7, outputTokens: 1 };
	}
	yield { type: 'message', key: `${turn}/m`, step: 1, text: `answered ${JSON.stringify(text)}`, final: true };
	yield { type: 'turn-ended', key: `${turn}/e`, turn, outcome: 'done' };
}

const { stdin, stdout } = process;
const core = createFakeCore(answer);
const left = Promise.withResolvers<void>();
await using terminal = createTerminal({
	streams: {
		input: stdin,
		output: stdout,
		isTty: stdin.isTTY && stdout.isTTY,
		color: false,
		size: () => ({ columns: stdout.columns, rows: stdout.rows }),
	},
	places: { transcriptDir: join(folder, 'transcripts'), artifactsDir: join(folder, 'artifacts'), cwd: folder },
	commands,
	outbox: createMemoryOutbox(),
	thread,
	person: { id: 'local', name: 'someone' },
	maxFileBytes: 1000,
	openArtifact: noArtifacts,
	looking: async () => ({ session: 's', open: [] }),
	whenIdle: core.whenIdle,
	onLeave: left.resolve,
});
core.attach(terminal);
await terminal.start(core.accept);
terminal.say('ready');
await left.promise;
writeFileSync(join(folder, 'inbounds.json'), JSON.stringify(core.inbounds));
