import type { CallResult, Sandbox } from '../../../src/sandbox/sandbox.ts';

export const never = new AbortController().signal;

/** Runs a command in the sandbox's bash. */
export function bash(sandbox: Sandbox, command: string, signal = never): Promise<CallResult> {
	return sandbox.call({ tool: 'bash', args: { command } }, { signal });
}

/** Runs Python source in the sandbox. */
export function python(sandbox: Sandbox, source: string): Promise<CallResult> {
	return bash(sandbox, `python3 - <<'END_OF_SOURCE'\n${source}\nEND_OF_SOURCE`);
}

/** Starts a command and resolves once it has written something; it is the caller's to end. */
export async function startBash(
	sandbox: Sandbox,
	command: string,
	signal = never,
): Promise<{ readonly ended: Promise<CallResult> }> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const ended = sandbox.call({ tool: 'bash', args: { command } }, { signal, onOutput: () => resolve() });
	ended.catch(() => undefined);
	await Promise.race([promise, ended]);
	return { ended };
}
