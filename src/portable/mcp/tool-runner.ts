import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { idOf } from '../../agent/forge/registry/registry.ts';
import { runVersion, type UseEnd } from '../../agent/forge/use/run-version.ts';
import { inputValidator } from '../../agent/forge/use/validators.ts';
import type { Sandbox, Sandboxes, SandboxHome } from '../../sandbox/sandbox.ts';
import type { ToolVersion } from '../read-version.ts';
import type { Source } from '../source.ts';
import type { HandedOver, HandOver } from './hand-over.ts';

export interface ToolRunnerDeps {
	readonly sandboxes: Pick<Sandboxes, 'acquire'>;
	readonly home: SandboxHome;
	readonly versions: Source['versions'];
	readonly handOver: HandOver;
}

export interface RunWatch {
	/** Cancels the run. */
	readonly signal: AbortSignal;
	/** Told as it goes: lines that the tool prints, and the steps before it runs. */
	readonly output: (text: string) => void;
}

/** Where a server's calls run: one sandbox, started by the first of them. */
export interface ToolRunner {
	/** The answer for the client. Rejects with the signal's reason, and with a `ProblemError` where there can be no sandbox. */
	run(version: ToolVersion, input: Readonly<Record<string, unknown>>, watch: RunWatch): Promise<CallToolResult>;
}

export function createToolRunner({ sandboxes, home, versions, handOver }: ToolRunnerDeps): ToolRunner {
	let cleared: Promise<unknown> | undefined;

	/** The disk outlives the server, for its packages; files that an earlier one's tools have left there are nobody's. */
	async function open({ signal, output }: RunWatch): Promise<Sandbox> {
		output('starting the sandbox');
		const sandbox = await sandboxes.acquire(home, signal);
		// Once for all calls, whichever of them is cancelled: a second time would take what the first call has made.
		cleared ??= sandbox.call(clear, { signal: new AbortController().signal });
		await cleared;
		return sandbox;
	}

	return {
		async run({ manifest }, input, watch) {
			const wrong = (await inputValidator(manifest))(input);
			if (wrong !== undefined) return failure(`Wrong input of ${idOf(manifest)}: ${wrong}`);
			const sandbox = await open(watch);
			const finish = handOver.begin();
			const end = await runVersion(manifest, input, { ...watch, versions, sandbox: async () => sandbox });
			watch.signal.throwIfAborted();
			if (end.kind === 'lost') return failure(end.text);
			return withFiles(resultOf(end), await finish(sandbox, watch.signal));
		},
	};
}

const clear = { tool: 'bash', args: { command: 'find /workspace/ /outputs/ -mindepth 1 -delete' } };

/** An error in one sentence. */
export function failure(text: string): CallToolResult {
	return { isError: true, content: [{ type: 'text', text: text.replaceAll(/\s+/g, ' ').trim() }] };
}

function resultOf(end: Exclude<UseEnd, { kind: 'lost' }>): CallToolResult {
	if (end.kind === 'refused') return failure(end.text);
	if (end.kind === 'failed') return failure(`The tool failed: ${end.error}`);
	return { content: [{ type: 'text', text: JSON.stringify(end.output) }], structuredContent: end.output };
}

function withFiles(result: CallToolResult, { links, refused }: HandedOver): CallToolResult {
	const lines = refused.map(({ name, reason }) => ({
		type: 'text' as const,
		text: `Not handed over: ${name} ${reason}`,
	}));
	return { ...result, content: [...result.content, ...links, ...lines] };
}
