import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TurnEvent, TurnReader } from '../../../src/agent/turn/turn-events.ts';
import type { Message } from '../../../src/store/journal.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { echoTool, inbound, message, openWorkbench, sessionId } from '../../support/workbench.ts';

const script = () =>
	scriptedModel([{ text: 'Working', calls: [{ name: 'bash', args: { command: 'x' } }] }, { text: 'The answer' }]);
const tools = { bash: echoTool('exit code 0') };
const neverReads: TurnReader = () => new Promise(() => {});
const throws: TurnReader = async (events) => {
	for await (const _event of events) throw new Error('cannot follow');
};

function collecting(): { readonly seen: TurnEvent[]; readonly reader: TurnReader } {
	const seen: TurnEvent[] = [];
	return {
		seen,
		reader: async (events) => {
			for await (const event of events) seen.push(event);
		},
	};
}

const callsOf = (message: Message) => (message.role === 'assistant' ? message.calls : []);
const typesOf = (events: readonly TurnEvent[]) => events.map(({ type }) => type);

describe('the readers of a turn', () => {
	it('are given all of it beside its thread, which sees nothing of what is only for them', async () => {
		await using dir = await tempDir();
		const { seen, reader } = collecting();
		await using bench = openWorkbench({ home: dir.path, brain: script(), tools, readers: [reader] });
		await bench.say(message('go'));
		expect(typesOf(seen)).toEqual(expect.arrayContaining(['trace', 'message', 'turn-ended']));
		expect(seen.filter(({ type }) => type !== 'trace')).toEqual(bench.platform.events);
		expect(typesOf(bench.platform.events)).not.toContain('trace');
	});

	it('delay nobody where one never reads, and end nothing where one throws', async () => {
		await using dir = await tempDir();
		const { seen, reader } = collecting();
		const readers = [neverReads, throws, reader];
		await using bench = openWorkbench({ home: dir.path, brain: script(), tools, readers });
		await bench.say(message('go'));
		expect(bench.platform.posts).toEqual(expect.arrayContaining(['The answer', 'ended done']));
		expect(typesOf(seen).at(-1)).toBe('turn-ended');
		const { journal } = await bench.sessions.open(sessionId);
		expect((await journal.after(0)).at(-1)?.step.type).toBe('shown');
	});

	it('come to their end when the turn is stopped', async () => {
		await using dir = await tempDir();
		const { seen, reader } = collecting();
		const brain = scriptedModel([{ text: 'at length', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain, readers: [neverReads, reader] });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => typesOf(seen).includes('text'), 'the words');
		await bench.say(inbound('stop', {}));
		expect(seen.at(-1)).toMatchObject({ type: 'turn-ended', outcome: 'stopped' });
	});

	it('are not needed for the log: it tells of each model message and call, whose words the journal has', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: script(), tools });
		await bench.say(message('go'));
		const logs = join(dir.path, 'sessions', sessionId, 'logs');
		const [name = ''] = await readdir(logs);
		const lines = (await readFile(join(logs, name), 'utf8'))
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		expect(lines.map(({ event }) => event)).toEqual(['model', 'tool', 'model']);
		const { journal } = await bench.sessions.open(sessionId);
		const steps = (await journal.after(0)).map(({ step }) => step);
		const [call] = steps.flatMap((step) => (step.type === 'model' ? step.message : [])).flatMap(callsOf);
		expect(lines[0]).toMatchObject({ step: 1, calls: [call?.id], characters: { text: 'Working'.length } });
		expect(lines[1]).toMatchObject({ tool: 'bash', callId: call?.id, ok: true, characters: 'exit code 0'.length });
		for (const words of ['Working', '{"command', 'exit code 0', 'The answer'])
			expect(JSON.stringify(lines)).not.toContain(words);
	});
});
