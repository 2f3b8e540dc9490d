// The namespace, not `z`: only so can the guest's bundle leave out what it does not use, 100 KB that each start would parse.
import * as z from 'zod';

/** A tool that ships with us and runs in the guest: its name, what the Brain is told of it, and its arguments. */
export interface BuiltIn {
	readonly name: string;
	readonly description: string;
	readonly args: z.ZodObject;
}

const path = z.string().min(1).describe('Absolute, or relative to /workspace');

export const bashArgs = z.strictObject({
	command: z.string().min(1).describe('Run by bash; the working folder is kept between calls'),
	timeout: z.number().int().min(1).max(600).optional().describe('Seconds, default 120'),
});

export const readFileArgs = z.strictObject({
	path,
	from: z.number().int().min(1).optional().describe('First line, default 1'),
	to: z.number().int().min(1).optional().describe('Last line, default the end'),
});

export const writeFileArgs = z.strictObject({ path, content: z.string() });

export const editFileArgs = z.strictObject({
	path,
	old_text: z.string().min(1).describe('Exact text that occurs once'),
	new_text: z.string(),
});

export const listFilesArgs = z.strictObject({
	path: path.optional().describe('Default /workspace'),
	depth: z.number().int().min(1).max(8).optional().describe('Default 2'),
});

export const searchFilesArgs = z.strictObject({
	pattern: z.string().min(1).describe('Regular expression (ripgrep)'),
	path: path.optional().describe('Default /workspace'),
	glob: z.string().min(1).optional().describe('Such as *.py'),
});

/** The Brain's built-ins, in the order the prompt names them. The order and the texts are part of the cached prefix. */
export const builtIns: readonly BuiltIn[] = [
	{
		name: 'bash',
		description:
			'Run a command in the sandbox (Debian, no network). Shows exit code, stdout and stderr. nohup or setsid keeps a process until the turn ends.',
		args: bashArgs,
	},
	{ name: 'read_file', description: 'Read a text file, or lines of it.', args: readFileArgs },
	{ name: 'write_file', description: 'Write a text file; parent folders are made.', args: writeFileArgs },
	{ name: 'edit_file', description: 'Replace one exact, unique piece of text in a file.', args: editFileArgs },
	{ name: 'list_files', description: 'List files and folders with sizes.', args: listFilesArgs },
	{ name: 'search_files', description: 'Search file contents by regular expression.', args: searchFilesArgs },
];

/** Hidden: runs a registered forged tool. `tool` is `<category>/<name>/<version>` below /tools. `data` is the tool's JSON result. */
export const runToolArgs = z.strictObject({
	tool: z.string().regex(/^[a-z0-9_]+\/[a-z0-9_]+\/[0-9]+$/),
	input: z.record(z.string(), z.unknown()),
	timeout: z.number().int().min(1).max(600).optional(),
});

/** Hidden: compiles and tests a draft as uid 1001 in a fresh scratch folder. `tests` is Python source with functions `test_*` that import `tool`. */
export const tryToolArgs = z.strictObject({
	code: z.string().min(1).max(200_000),
	tests: z.string().min(1).max(200_000),
	timeout: z.number().int().min(1).max(600).optional(),
});

/** What `try_tool` answers as `data`. `error` is at most 1,500 characters. */
export const tryToolResult = z.discriminatedUnion('stage', [
	z.object({ stage: z.literal('passed'), tests: z.number().int().min(1) }),
	z.object({ stage: z.literal('compile'), error: z.string() }),
	z.object({ stage: z.literal('test'), error: z.string() }),
]);
