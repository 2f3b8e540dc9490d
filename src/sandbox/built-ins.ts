// The namespace, not `z`: only so can the guest's bundle leave out what it does not use, 100 KB that each start would parse.
import * as z from 'zod';
import { askedLook, figureShape, lookShape, madeFile } from './file-shapes.ts';
import { toolError } from './tool-error.ts';

/** A tool that ships with us and runs in the guest: its name, what the Brain is told of it, and its arguments. */
export interface BuiltIn {
	readonly name: string;
	readonly description: string;
	readonly args: z.ZodObject;
	/** Whether its calls only look at the session's files, or may change them. */
	readonly touches: 'looks' | 'changes';
}

const path = z.string().min(1);

export const bashArgs = z.strictObject({
	command: z.string().min(1),
	timeout: z.number().int().min(1).max(600).optional().describe('Seconds, default 120'),
	keep_running: z.number().int().min(1).max(60).optional().describe('Minutes to go on in the background'),
});

export const readFileArgs = z.strictObject({
	path,
	from: z.number().int().min(1).optional().describe('First line'),
	to: z.number().int().min(1).optional().describe('Last line'),
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
		description: 'Run a command. Shows exit code, stdout and stderr.',
		args: bashArgs,
		touches: 'changes',
	},
	{ name: 'read_file', description: 'Read a text file, or lines of it.', args: readFileArgs, touches: 'looks' },
	{ name: 'write_file', description: 'Write a text file and its folders.', args: writeFileArgs, touches: 'changes' },
	{ name: 'edit_file', description: 'Replace a piece of text in a file.', args: editFileArgs, touches: 'changes' },
	{ name: 'list_files', description: 'List files and folders with sizes.', args: listFilesArgs, touches: 'looks' },
	{ name: 'search_files', description: 'Search in text files.', args: searchFilesArgs, touches: 'looks' },
];

const env = z.string().regex(/^[0-9a-f]{32}$/);
const timeout = z.number().int().min(1).max(600);
const record = z.record(z.string(), z.unknown());

/** Hidden: runs a registered forged tool. `tool`: below /tools; `env`: below /envs. */
export const runToolArgs = z.strictObject({
	tool: z.string().regex(/^[a-z0-9_]+\/[a-z0-9_]+\/[0-9]+$/),
	input: record,
	/** Whether it sees files of /workspace that the input does not name; default: it does. */
	looksAround: z.boolean().optional(),
	/** Fields of its result that name what it has written. */
	written: z.array(z.string()).max(20).optional(),
	env: env.optional(),
	timeout: timeout.optional(),
});

/** The `data` of `run_tool`'s answer, where the tool came to an end. */
export const runToolResult = z.union([
	z.object({ output: record }),
	z.object({ error: toolError }),
	/** Its environment is not there (any more): install it, and call again. */
	z.object({ missing: z.literal('env') }),
]);

/** Hidden: compiles a draft and reads it, as uid 1001, without running it. */
export const checkToolArgs = z.strictObject({ code: z.string().min(1).max(200_000) });

/** The `data` of `check_tool`'s answer; a check that came to no end is an error without `data`. Texts are at most 1,500 characters. */
export const checkToolResult = z.discriminatedUnion('stage', [
	z.object({ stage: z.literal('compile'), error: z.string() }),
	z.object({
		stage: z.literal('checked'),
		/** Top-level modules that are imported anywhere in it. */
		imports: z.array(
			z.object({
				module: z.string(),
				line: z.number().int(),
				from: z.enum(['stdlib', 'installed', 'missing']),
				/** Of what is installed in the image: the distribution's name, normalized (PEP 503). */
				distribution: z.string().optional(),
			}),
		),
		/** The policy's findings; `rule` is one of `policyRules`. */
		findings: z.array(z.object({ rule: z.string(), line: z.number().int(), message: z.string() })),
	}),
]);

/** The rules of `check_tool`'s AST policy. */
export const policyRules = [
	/** eval, exec, compile, __import__, globals, vars, locals, breakpoint, input: under whatever name. */
	'dynamic-exec',
	/** getattr, setattr, delattr, import_module with a name that is no literal, or that is a dunder. */
	'computed-name',
	/** Access of a dunder attribute or name, but for harmless ones (`__name__`, `__file__`, `__init__` of own classes …). */
	'dunder',
	/** Work at import time: calls, loops, with, try with more than imports; constants of plain values, re.compile and the like are none. */
	'import-time-work',
	/** subprocess, os.system, os.exec*, os.spawn*, os.fork*, pty, multiprocessing. */
	'subprocess',
	/** socket, ssl, http, urllib.request, ftplib, smtplib and such from the standard library; requests, httpx, aiohttp, urllib3. */
	'network',
	/** Takes hold of the interpreter: ctypes, gc, inspect's frames, sys.modules, sys.settrace, importlib machinery, marshal, pickle.loads. */
	'interpreter',
	/** There is no function run(input) with exactly one parameter. */
	'no-run',
	/** Defines what is ours: META, a main block, a PEP 723 header. */
	'reserved',
] as const;

/** One run of a draft: in a fresh folder of its own that holds `files`, after `prepare` has run there. */
const draftRun = z.strictObject({
	input: record,
	/** Text files by their path relative to the folder that the tool runs in. */
	files: z.record(z.string(), z.string()),
	/** Files that are no text, by what they are made of. */
	made: z.record(z.string(), madeFile).optional(),
	/** Python that makes further files there (workbooks, images), before. */
	prepare: z.string().optional(),
	/** Files to look at afterwards, those of them that there are. */
	look: z.array(askedLook).max(16).optional(),
	/** How often, each time in a new process and a new folder. */
	times: z.number().int().min(1).max(2),
});

/** Seconds that all runs of one try may take together; those that are left then crash. */
export const trySeconds = 300;

/** Hidden: runs a draft as a tool in use is run, under one of the uids of tools, without network, and says what came of it; who judges that is the host. */
export const tryToolArgs = z.strictObject({
	code: z.string().min(1).max(200_000),
	env: env.optional(),
	runs: z.array(draftRun).min(1).max(20),
	/** Seconds for each run, default 20. */
	timeout: timeout.optional(),
});

const runEnd = z.discriminatedUnion('ended', [
	z.object({
		ended: z.literal('output'),
		output: record,
		/** Regular files in its folder afterwards that were not there before, or have changed; by relative path. */
		files: z.array(z.object({ name: z.string(), size: z.number().int(), sha256: z.string() })),
		/** Those that were to be looked at, by name. */
		looks: z.record(z.string(), lookShape).optional(),
		/** Figures that Matplotlib has saved; a file is one of them where the hashes are the same. */
		figures: z.array(figureShape).optional(),
	}),
	z.object({ ended: z.literal('error'), error: toolError }),
	/** It hung, flooded, was killed, left without a result, or returned what is none; a sentence with the end of what it printed. */
	z.object({ ended: z.literal('crashed'), how: z.string() }),
	/** `prepare` failed: the test is wrong, not the tool. */
	z.object({ ended: z.literal('unprepared'), how: z.string() }),
]);

/** The `data` of `try_tool`'s answer. */
export const tryToolResult = z.object({
	/** The output of `python3 tool.py --describe`, parsed; a sentence when it was no JSON object. */
	described: z.union([z.object({ meta: record }), z.object({ problem: z.string() })]),
	/** One for each run, each with one end for each time. */
	runs: z.array(z.array(runEnd)),
});

/** Hidden: what `uv` finds for `requirements` at an index, as uid 1001, beside what the image has. */
export const resolvePackagesArgs = z.strictObject({
	index: z.string(),
	requirements: z.array(z.string()).min(1).max(50),
	timeout: timeout.optional(),
});

export const resolvePackagesResult = z.union([z.object({ lock: z.string() }), z.object({ problem: z.string() })]);

/** Hidden: makes `/envs/<hash>`. Without `index` it only says whether the environment is there. */
export const installPackagesArgs = z.strictObject({
	hash: env,
	lock: z.string().max(200_000),
	index: z.string().optional(),
	timeout: timeout.optional(),
});

export const installPackagesResult = z.union([z.object({ installed: z.boolean() }), z.object({ problem: z.string() })]);

/** Hidden: lets `python3` and the commands of `bash` see these environments, each below `/envs`, and no others. */
export const usePackagesArgs = z.strictObject({ envs: z.array(env).max(32) });

/** `missing`: one of them is not there; nothing has changed. */
export const usePackagesResult = z.union([z.object({ used: z.literal(true) }), z.object({ missing: z.string() })]);

/** Hidden: reads the text of a PDF, DOCX, PPTX or XLSX. `path` is absolute. */
export const readDocumentArgs = z.strictObject({ path: z.string().startsWith('/').max(4096) });

/** The `data` of `read_document`'s answer. */
export const readDocumentResult = z.union([
	z.object({
		/** Markdown; empty where there is none, as in a scan. */
		text: z.string().max(1_000_000),
		/** How many pages, slides or sheets; null where that is not written in it. */
		parts: z.number().int().nonnegative().nullable(),
		unit: z.enum(['page', 'slide', 'sheet']),
	}),
	/** Why it cannot be read, as half a sentence. */
	z.object({ problem: z.string().max(500) }),
]);

/** Hidden: a picture, or a page of a PDF, as a model can take it. */
export const viewPictureArgs = z.strictObject({ path, page: z.number().int().min(1).optional() });

/** The `data` of `view_picture`'s answer. */
export const viewPictureResult = z.union([
	z.object({
		type: z.enum(['image/png', 'image/jpeg']),
		/** Base64. */
		data: z.base64().max(2_100_000),
		/** The text of a page. */
		text: z.string().max(10_000),
		/** Of the original, in pixels. */
		width: z.number().int().positive(),
		height: z.number().int().positive(),
		/** Width and height of what is in `data`. */
		shown: z.tuple([z.number().int().positive(), z.number().int().positive()]),
		/** The first of so many is shown. */
		frames: z.number().int().positive(),
		/** Its clear parts are shown as this. */
		ground: z.enum(['white', 'grey']),
	}),
	z.object({ problem: z.string().max(500) }),
]);
