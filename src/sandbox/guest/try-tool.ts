import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { tryToolArgs, tryToolResult } from '../built-ins.ts';
import { describeEnd } from './describe-end.ts';
import { endProcesses } from './end-processes.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';
import { listProcesses } from './process-list.ts';
import { createQueue } from './queue.ts';
import { type CommandEnd, type CommandResult, runCommand } from './run-command.ts';
import { createTextReader, sanitise, tailOf } from './sanitise.ts';
import { forge } from './users.ts';

type Verdict = z.output<typeof tryToolResult>;

const errorLimit = 1500;

/**
 * Hidden: compiles and tests a draft as `forge`, which can write neither the session's files nor, afterwards, anything else.
 * One at a time, because everything of `forge` is ended after each. The answer is an error only where the try itself could not
 * be made; a draft that fails is an answer with `data`.
 */
export function createTryTool(folder: string): GuestTool {
	const inTurn = createQueue();
	return defineTool({
		name: 'try_tool',
		description: 'Compile and test a draft of a tool.',
		args: tryToolArgs,
		run: (draft, call) => inTurn(() => tryDraft(folder, draft, call), call.signal),
	});
}

async function tryDraft(folder: string, draft: z.output<typeof tryToolArgs>, call: ToolCall): Promise<ToolAnswer> {
	if (call.signal.aborted) return failed('Stopped');
	const place = makeScratch(draft.code, draft.tests);
	try {
		return await runTests(folder, place, draft.timeout ?? 120, call);
	} finally {
		await endProcesses(() => listProcesses(new Set([forge.uid])));
		await clean(place);
	}
}

interface Scratch {
	/** The draft and its tests: root's, so that they cannot change while they run. */
	readonly code: string;
	/** Where the tests run, and may write. */
	readonly work: string;
}

function makeScratch(code: string, tests: string): Scratch {
	const root = mkdtempSync('/tmp/forge-');
	const place = { code: root, work: join(root, 'work') };
	writeFileSync(join(root, 'tool.py'), code.toWellFormed(), { mode: 0o644 });
	writeFileSync(join(root, 'tests.py'), tests.toWellFormed(), { mode: 0o644 });
	mkdirSync(place.work, { mode: 0o700 });
	chownSync(place.work, forge.uid, forge.uid);
	chmodSync(root, 0o755);
	return place;
}

/** Only `forge` itself can enter its folders: root has no right here that would let it. */
async function clean(place: Scratch): Promise<void> {
	const script = [
		'chmod -R u+rwx -- "$1"',
		'find "$1" -mindepth 1 -delete',
		`find /tmp /var/tmp /dev/shm -mindepth 1 -user ${forge.uid} ! -path "$1" ! -path "${forge.fonts}*" -delete`,
	].join('; ');
	const ignore = () => {};
	const spec = {
		file: 'sh',
		args: ['-c', script, 'sh', place.work],
		user: forge,
		timeout: 10,
		onStdout: ignore,
		onStderr: ignore,
	};
	await runCommand(spec, new AbortController().signal);
	try {
		rmdirSync(place.work);
		rmSync(place.code, { recursive: true, force: true });
	} catch {
		// It stays on the sandbox's own /tmp, and goes with it.
	}
}

async function runTests(folder: string, { code, work }: Scratch, timeout: number, call: ToolCall): Promise<ToolAnswer> {
	const nonce = randomUUID();
	const reader = createTextReader();
	let printed = '';
	const print = (chunk: Buffer) => {
		const text = reader.push(chunk);
		printed = tailOf(printed + text, 500);
		call.onOutput(text);
	};
	const result = await runCommand(
		{
			file: 'sh',
			args: ['-c', `cd "$2" && exec python3 -P ${folder}/try_tool.py "$1"`, 'sh', code, work],
			user: forge,
			env: { HOME: work, TMPDIR: work },
			input: nonce,
			timeout,
			onStdout: print,
			onStderr: print,
		},
		call.signal,
	);
	if (result.end.type === 'not-started') return failed(describeEnd(result.end, timeout));
	if (result.end.type === 'interrupted' && result.end.by === 'stopped') return failed('Stopped');
	return describe(verdictOf(result, nonce) ?? noVerdict(result.end, timeout, printed));
}

const reportSchema = z.looseObject({ nonce: z.string() });

/** The verdict that carries the nonce; whatever else was written there is not ours. */
function verdictOf({ report, end }: CommandResult, nonce: string): Verdict | undefined {
	if (end.type === 'interrupted') return undefined;
	for (const line of report.split('\n')) {
		const parsed = reportSchema.safeParse(parseJson(line));
		if (parsed.data?.nonce === nonce) return tryToolResult.safeParse(parsed.data).data;
	}
	return undefined;
}

function parseJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

function noVerdict(end: CommandEnd, timeout: number, printed: string): Verdict {
	const tail = printed.trim() === '' ? '' : `\nThe end of what was printed:\n${printed.trim()}`;
	const ended = `The tests did not run to their end: ${describeEnd(end, timeout)}${tail}`;
	return { stage: 'test', error: ended };
}

function describe(verdict: Verdict): ToolAnswer {
	if (verdict.stage === 'passed') return { text: `Passed: ${verdict.tests} tests`, data: verdict };
	const error = tailOf(sanitise(verdict.error), errorLimit);
	return { text: `Failed (${verdict.stage}): ${error}`, data: { stage: verdict.stage, error } };
}
