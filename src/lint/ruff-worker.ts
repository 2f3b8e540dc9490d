/** A thread that lints one source after another: a source comes in, its findings go out. Whatever ruff trips over ends it. */

import { parentPort } from 'node:worker_threads';
import { type Diagnostic, PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import type { LintFinding } from './linter.ts';

/** Looks for errors: syntax (E9), pyflakes (F), bandit (S), bugbear (B), pylint's errors (PLE). 3.13 is the sandbox's Python. */
const workspace = new Workspace(
	{ 'target-version': 'py313', lint: { select: ['E9', 'F', 'S', 'B', 'PLE'] } },
	PositionEncoding.Utf16,
);

parentPort?.on('message', (source: string) => {
	const found: readonly Diagnostic[] = workspace.check(source);
	parentPort?.postMessage(found.map(toFinding).sort((a, b) => a.line - b.line));
});
parentPort?.postMessage('ready');

function toFinding({ code, message, start_location }: Diagnostic): LintFinding {
	return { code: code ?? 'invalid-syntax', line: start_location.row, message };
}
