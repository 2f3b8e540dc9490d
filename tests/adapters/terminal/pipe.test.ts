import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPipe, type PipeDeps } from '../../../src/adapters/terminal/pipe/pipe.ts';
import { ProblemError } from '../../../src/base/errors.ts';
import type { AgentEvent, Telling } from '../../../src/chat/events.ts';
import type { Accept, Inbound } from '../../../src/chat/inbound.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { contractQuestion } from '../adapter-contract.ts';
import { artifactsFrom } from '../artifacts-from.ts';
import { createFakeCore } from '../fake-core.ts';
import { createMemoryOutbox } from '../memory-outbox.ts';
import { commands, thread } from './open-terminal.ts';

const sha256 = createHash('sha256').update('chart').digest('hex');

/** A turn, by a word of its message. */
async function* turnFor(inbound: Inbound): AsyncGenerator<AgentEvent> {
	const turn = `turn-${inbound.key}`;
	const said = 'text' in inbound ? (inbound.text ?? '') : '';
	yield { type: 'turn-started', session: 's', turn };
	if (!said.includes('answers')) yield { type: 'taken', of: [inbound.key], files: [] };
	yield { type: 'message', key: `${turn}/1`, step: 1, text: 'I look at it.', final: false };
	yield { type: 'usage', step: 1, inputTokens: 10, outputTokens: 2 };
	if (said.includes('fail')) {
		yield { type: 'turn-ended', key: `${turn}/e`, turn, outcome: 'failed', reason: 'The key is wrong' };
		return;
	}
	if (said.includes('ask')) {
		yield { type: 'question', key: `${turn}/q`, question: { ...contractQuestion, turn } };
		yield { type: 'turn-ended', key: `${turn}/e`, turn, outcome: 'waiting', question: 'q1' };
		return;
	}
	yield { type: 'message', key: `${turn}/2`, step: 2, text: '**Done**\u001b[2J\n', final: true };
	yield { type: 'usage', step: 2, inputTokens: 10, outputTokens: 2 };
	yield { type: 'artifact', key: `${turn}/a`, name: 'chart.png', size: 5, sha256 };
	yield { type: 'turn-ended', key: `${turn}/e`, turn, outcome: 'done' };
}

function answer(inbound: Inbound): AsyncIterable<AgentEvent> | Telling {
	if (inbound.type !== 'command') return turnFor(inbound);
	const turn = `command-${inbound.key}`;
	return {
		session: 's',
		turn,
		answers: inbound.key,
		events: [{ type: 'notice', key: `${turn}/n`, text: 'No files.' }],
	};
}

interface Given {
	readonly accept?: Accept;
	readonly commands?: PipeDeps['commands'];
}

async function open({ accept, commands: known = commands }: Given = {}) {
	const dir = await tempDir();
	await mkdir(join(dir.path, 'outputs'));
	await writeFile(join(dir.path, 'outputs/chart.png'), 'chart');
	await writeFile(join(dir.path, 'data.csv'), 'a\n');
	const core = createFakeCore(answer);
	const reported: string[] = [];
	const pipe = createPipe({
		places: {
			transcriptDir: join(dir.path, 'transcripts'),
			artifactsDir: join(dir.path, 'artifacts'),
			cwd: dir.path,
			home: dir.path,
		},
		commands: known,
		outbox: createMemoryOutbox(),
		thread,
		person: { id: 'local', name: 'someone' },
		maxFileBytes: 1000,
		openArtifact: artifactsFrom(join(dir.path, 'outputs')),
		whenIdle: core.whenIdle,
		report: (line) => reported.push(line),
	});
	core.attach(pipe);
	await pipe.start(accept ?? core.accept);
	return {
		pipe,
		core,
		reported,
		async [Symbol.asyncDispose]() {
			await pipe[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

describe('a pipe', () => {
	it('asks for no work by a command that names files, which it does not hand in', async () => {
		const agent = {
			name: 'agent',
			help: '',
			when: 'asking',
			arguments: [{ kind: 'words', name: 'task', help: '' }],
		} as const;
		await using at = await open({ commands: [agent, ...commands] });
		expect(await at.pipe.ask('/agent mend @data.csv')).toEqual({
			outcome: 'refused',
			reason: 'A command hands in no files: send data.csv with a message first',
		});
		expect(at.core.inbounds).toEqual([]);
		expect(await at.pipe.ask('/agent mend @nosuch.csv')).toMatchObject({ outcome: 'done' });
	});

	it.each(['Do it', 'It answers'])('gives the answer to "%s" alone, and reports the rest', async (said) => {
		await using at = await open();
		const usage = { inputTokens: 20, outputTokens: 4 };
		expect(await at.pipe.ask(said)).toEqual({
			outcome: 'done',
			answer: '**Done**',
			files: ['artifacts/s/chart.png'],
			usage,
		});
		expect(at.reported.join('\n')).toContain('I look at it.');
		expect(at.reported.join('\n')).toContain('→ artifacts/s/chart.png');
		expect(at.reported.join('\n')).not.toContain('Done');
	});

	it('takes all lines as one message, with the files that they name', async () => {
		await using at = await open();
		await at.pipe.ask('Sum @data.csv:\n@dataclass\n+  @click.group\nclass A: …\n');
		expect(at.core.inbounds).toMatchObject([
			{
				type: 'message',
				text: 'Sum @data.csv:\n@dataclass\n+  @click.group\nclass A: …',
				files: [{ name: 'data.csv' }],
			},
		]);
	});

	it('finds a file in quotes, and takes the keys of JSON for none', async () => {
		await using at = await open();
		await at.pipe.ask('{"@type": "x", "sum": "@data.csv"}');
		expect(at.core.inbounds).toMatchObject([{ type: 'message', files: [{ name: 'data.csv' }] }]);
	});

	it.each([
		['See "@nosuch.csv"', 'There is no file @nosuch.csv'],
		['See @nosuch.csv', 'There is no file @nosuch.csv'],
		['See @nosuch', 'There is no file @nosuch'],
		['@nosuch.csv\nTotals, please\n', 'There is no file @nosuch.csv'],
		['See\n@nosuch.csv.\n', 'There is no file @nosuch.csv'],
		['See @outputs', 'Cannot hand in "outputs": it is a folder'],
		['/statuss', 'There is no command /statuss'],
		['/status\nand more', '/status: takes no arguments'],
		['/tools shwo x', '/tools [show|share]: takes'],
		[' \n', 'Nothing was said'],
	])('sends nothing of %j', async (said, reason) => {
		await using at = await open();
		expect(await at.pipe.ask(said)).toEqual({ outcome: 'refused', reason: expect.stringContaining(reason) });
		expect(at.core.inbounds).toEqual([]);
	});

	it('says why a turn failed, and what it asks', async () => {
		await using at = await open();
		expect(await at.pipe.ask('fail')).toMatchObject({ outcome: 'failed', reason: 'The key is wrong' });
		expect(await at.pipe.ask('ask')).toMatchObject({ outcome: 'waiting', question: { text: contractQuestion.text } });
		expect(at.reported.join('\n')).not.toContain('The key is wrong');
		expect(at.reported.join('\n')).not.toContain(contractQuestion.text);
	});

	it('answers a command with its words', async () => {
		await using at = await open();
		expect(await at.pipe.ask('/files')).toEqual({ outcome: 'done', answer: 'No files.', files: [] });
		expect(at.core.inbounds).toMatchObject([{ type: 'command', name: 'files' }]);
	});

	it('says so where nothing can be stored, and where nothing comes of it', async () => {
		await using full = await open({
			accept: () => Promise.reject(new ProblemError('The disk is full', 'Free some space')),
		});
		expect(await full.pipe.ask('Do it')).toEqual({
			outcome: 'refused',
			reason: 'Cannot take this in: The disk is full. Free some space',
		});
		await using denied = await open({ accept: async () => 'denied' });
		expect(await denied.pipe.ask('Do it')).toMatchObject({ outcome: 'failed', answer: '' });
	});
});
