import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether tests that need real sandboxes can run. Under CI they are never skipped: they fail where Podman is missing. */
export async function needsPodman(): Promise<{ readonly missing: boolean }> {
	if (process.env['CI']) return { missing: false };
	const reason = await reasonToSkip();
	if (reason !== undefined) process.stderr.write(`Skipping tests that need real sandboxes: ${reason}\n`);
	return { missing: reason !== undefined };
}

async function reasonToSkip(): Promise<string | undefined> {
	if (process.getuid?.() !== 0) return 'they need root';
	return promisify(execFile)('podman', ['--version']).then(
		() => undefined,
		() => 'podman is not installed (npm start installs it)',
	);
}
