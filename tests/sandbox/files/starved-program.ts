import { openSync } from 'node:fs';
import { codeOf } from '../../../src/base/errors.ts';
import { runProgram } from '../../../src/sandbox/files/run.ts';

// Loads what starting a program needs, then takes every descriptor that is left
await runProgram('true', [], new AbortController().signal);
try {
	for (;;) openSync('/dev/null', 'r');
} catch {
	const how = await runProgram('true', [], new AbortController().signal).then(
		({ code }) => `ended with ${code}`,
		(error: unknown) => codeOf(error) ?? String(error),
	);
	process.stdout.write(how);
	process.exit(0);
}
