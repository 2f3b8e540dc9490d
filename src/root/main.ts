import { join } from 'node:path';
import { operatorMessage } from '../base/errors.ts';
import { ownEnvironment } from '../config/environment.ts';
import { programFolder, readSettingsFile, settingsFile } from '../config/settings-file.ts';
import { runAsRoot } from './as-root.ts';
import { wayOf } from './verb-of.ts';

const say = (line: string): void => void process.stderr.write(`threadsmith: ${line}\n`);

/** Loaded where a person wants it alone: it knows all platforms. */
async function askForSettings(): Promise<number> {
	const { setUpHere } = await import('../setup/set-up-here.ts');
	const leaving = new AbortController();
	const leave = () => leaving.abort();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, leave);
	try {
		return await setUpHere(settingsFile, leaving.signal);
	} finally {
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(name, leave);
	}
}

// Run by the launcher where root has started it.
const args = process.argv.slice(2);
if (wayOf(args) === 'whole') {
	const words = [process.execPath, ...process.execArgv, join(programFolder, 'src', 'main.ts'), ...args];
	process.execve?.(process.execPath, words, { ...ownEnvironment() });
}
// Whoever reads it may be gone: without a listener that would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const order = { program: programFolder, args, readDotEnv: readSettingsFile, askForSettings, say };
process.exitCode = await runAsRoot(order).catch((error: unknown) => {
	say(operatorMessage(error));
	return 1;
});
// Nothing that still holds a connection open is waited for.
setTimeout(() => process.exit(), 1_000).unref();
