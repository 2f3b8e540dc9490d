import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OfferedTool } from '../../../../src/demo/provider/conversation.ts';
import { callFor } from '../../../../src/demo/provider/fit/call-for.ts';
import { commandFor } from '../../../../src/demo/provider/fit/shell-words.ts';
import type { Act } from '../../../../src/demo/provider/step.ts';

/** The tools that an agent was seen to send, without their descriptions. */
function toolsOf(agent: string): readonly OfferedTool[] {
	const path = join(import.meta.dirname, '../../../fixtures/agent-tools', `${agent}.json`);
	return JSON.parse(readFileSync(path, 'utf8')).tools;
}

const write: Act = { kind: 'write', path: '/w/a.txt', content: 'one\n' };
const replace: Act = { kind: 'replace', path: '/w/a.txt', before: 'one', after: 'two' };
const read: Act = { kind: 'read', path: '/w/a.txt' };
const run: Act = { kind: 'run', command: 'ls -la' };

/** By agent: the calls that write, replace, read and run. `…` stands for a sentence that the tool wants. */
const calls: Readonly<Record<string, readonly unknown[]>> = {
	opencode: [
		['write', { content: 'one\n', filePath: '/w/a.txt' }],
		['edit', { filePath: '/w/a.txt', oldString: 'one', newString: 'two' }],
		['read', { filePath: '/w/a.txt' }],
		['bash', { command: 'ls -la' }],
	],
	claude: [
		['Write', { file_path: '/w/a.txt', content: 'one\n' }],
		['Edit', { file_path: '/w/a.txt', old_string: 'one', new_string: 'two' }],
		['Read', { file_path: '/w/a.txt' }],
		['Bash', { command: 'ls -la' }],
	],
	gemini: [
		['write_file', { file_path: '/w/a.txt', content: 'one\n' }],
		['replace', { file_path: '/w/a.txt', instruction: '…', old_string: 'one', new_string: 'two' }],
		['read_file', { file_path: '/w/a.txt' }],
		['run_shell_command', { command: 'ls -la' }],
	],
	qwen: [
		['write_file', { file_path: '/w/a.txt', content: 'one\n' }],
		['edit', { file_path: '/w/a.txt', old_string: 'one', new_string: 'two' }],
		['read_file', { file_path: '/w/a.txt' }],
		['run_shell_command', { command: 'ls -la' }],
	],
	copilot: [
		['create', { path: '/w/a.txt', file_text: 'one\n' }],
		['edit', { path: '/w/a.txt', old_str: 'one', new_str: 'two' }],
		['view', { path: '/w/a.txt' }],
		['bash', { command: 'ls -la', description: '…' }],
	],
	pi: [
		['write', { path: '/w/a.txt', content: 'one\n' }],
		['edit', { path: '/w/a.txt', edits: [{ oldText: 'one', newText: 'two' }] }],
		['read', { path: '/w/a.txt' }],
		['bash', { command: 'ls -la' }],
	],
	codex: [
		['exec_command', { cmd: "mkdir -p '/w' && printf %s 'one\n' > '/w/a.txt'" }],
		['exec_command', { cmd: expect.stringContaining("'/w/a.txt' 'one' 'two'") }],
		['exec_command', { cmd: "cat '/w/a.txt'" }],
		['exec_command', { cmd: 'ls -la' }],
	],
};

describe('the call for a step', () => {
	it.each(Object.entries(calls))('fits the tools that %s offers', (agent, expected) => {
		const tools = toolsOf(agent);
		const made = [write, replace, read, run].map((step) => callFor(step, tools));
		expect(made.map((call) => [call?.name, masked(call?.arguments)])).toEqual(expected);
	});

	it('is a patch where that is offered instead of a tool for files', () => {
		const tools: readonly OfferedTool[] = [...toolsOf('codex'), { kind: 'custom', name: 'apply_patch' }];
		expect(callFor(write, tools)).toEqual({
			name: 'apply_patch',
			arguments: '*** Begin Patch\n*** Add File: /w/a.txt\n+one\n*** End Patch\n',
		});
		expect(callFor(replace, tools)).toEqual({
			name: 'apply_patch',
			arguments: '*** Begin Patch\n*** Update File: /w/a.txt\n@@\n-one\n+two\n*** End Patch\n',
		});
	});

	it('has a program and its words where a shell takes a list', () => {
		const schema = { type: 'object', properties: { command: { type: 'array', items: { type: 'string' } } } };
		expect(callFor(run, [{ kind: 'function', name: 'shell', schema }])).toEqual({
			name: 'shell',
			arguments: { command: ['bash', '-lc', 'ls -la'] },
		});
	});

	it('is none where nothing offered can do it', () => {
		expect(callFor(run, [{ kind: 'hosted', name: 'code_interpreter' }])).toBeUndefined();
		expect(callFor(write, [])).toBeUndefined();
	});
});

describe("a shell's command for a step", () => {
	it('does what a tool for files would do, whatever is in the text', () => {
		const path = join(mkdtempSync(join(tmpdir(), 'smith-')), "it's a folder", '$(a).txt');
		const content = `it's "quoted" \\n %s $HOME\n`;
		const shell = (step: Parameters<typeof commandFor>[0]) => execFileSync('sh', ['-c', commandFor(step)]).toString();
		shell({ kind: 'write', path, content });
		expect(shell({ kind: 'read', path })).toBe(content);
		shell({ kind: 'replace', path, before: `it's "`, after: '\\1 "' });
		expect(readFileSync(path, 'utf8')).toBe(content.replace("it's", '\\1'));
	});
});

function masked(args: unknown): unknown {
	const fields = Object.entries(args as Readonly<Record<string, unknown>>);
	return Object.fromEntries(
		fields.map(([name, value]) => [name, /^To \w+ as planned$/.test(String(value)) ? '…' : value]),
	);
}
