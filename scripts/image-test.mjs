// Builds the image of the service, starts it, and has it answer a message: `npm run image-test`. Its sandboxes are containers inside
// a container: where that is not allowed, the last step fails and shows how the conversation went.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endChildren, run } from './base/run.mjs';
import { explain, runStep, SetUpError } from './base/step.mjs';
import { botImage, botTag } from './set-up/bot-image.mjs';
import { guestBundle } from './set-up/guest-bundle.mjs';
import { imageTag } from './set-up/image-tag.mjs';
import { needRoot } from './set-up/need-root.mjs';
import { npmPackages } from './set-up/npm-packages.mjs';
import { npmTarball } from './set-up/npm-tarball.mjs';
import { podman, podmanEnvironment } from './set-up/podman.mjs';
import { baseImage, sandboxImage } from './set-up/sandbox-image.mjs';

const name = `threadsmith-image-test-${randomUUID().slice(0, 8)}`;

/** Rows of the doctor that are not true of a container that has just been started, or of this machine and its network rather than of the image. */
const foreignRows = /^(sandbox image|packages|escapes of .*|room for .*)$/;

const must = (result, what) => {
	if (result.code === 0) return result;
	throw new SetUpError(`${what} failed (${result.code})`, { output: result.tail });
};

const step = (title, work) => ({ name: title, done: () => false, run: work });

/** As the image starts its own program. */
const entry = (program) => JSON.stringify(['/opt/threadsmith/scripts/image-entry.sh', program]);

const within = (...words) => podman(['exec', name, '/opt/threadsmith/threadsmith', ...words]);

const version = step('it starts', async () => {
	const { stdout } = must(await podman(['run', '--rm', botTag, '--version']), 'The start');
	return stdout.trim();
});

const container = step('a container of its own', async () => {
	const words = ['run', '--detach', '--privileged', '--name', name, '--volume', `${name}:/var/lib/containers`];
	must(await podman([...words, '--entrypoint', entry('sleep'), botTag, 'infinity']), 'The container');
});

const doctor = step('its doctor finds nothing wrong with the image', async () => {
	const { stdout } = await within('doctor', '--json');
	const rows = stdout.trim().split('\n').map(readRow);
	const wrong = rows.filter((row) => row?.met === false && !foreignRows.test(row.name));
	if (rows.length > 1 && wrong.length === 0) return `${rows.length} rows`;
	throw new SetUpError('The doctor finds problems', { output: wrong.map(describe).join('\n') || stdout });
});

const load = step('the sandbox image is loaded', async () => {
	const words = [imageTag(), name];
	const script = 'podman save "$1" | podman exec --interactive "$2" podman load';
	must(await run('sh', ['-c', script, 'sh', ...words], { env: podmanEnvironment() }), 'Loading the sandbox image');
});

const demo = step('it answers a message, with sandboxes inside its own container', async () => {
	const result = await within('demo', '--json');
	if (result.code === 0) return;
	const failures = result.stdout.split('\n').map(readRow).map(failureIn);
	throw new SetUpError('The conversation failed', { output: failures.filter(Boolean).join('\n') || result.tail });
});

/** A turn or a call that failed, and what did not happen: the first of them is the cause. */
const failureIn = (row) => {
	const { outcome, reason, ok, tool, summary } = row?.event ?? {};
	if (outcome === 'failed') return reason;
	if (ok === false) return `${tool ?? 'a tool'}: ${summary}`;
	return row?.met === false ? describe(row) : undefined;
};

const reaped = step('nothing of its sandboxes is left', async () => {
	const { stdout } = await podman(['exec', name, 'ps', '-e', '-o', 'stat=,comm=']);
	const left = stdout.split('\n').filter((line) => /^Z|\b(conmon|runc|crun)\b/.test(line));
	if (left.length > 0) throw new SetUpError('Processes are left over', { output: left.join('\n') });
});

const readRow = (line) => {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
};

const describe = (row) => `${row.name}: ${row.value}`;

/** Also after Ctrl-C, when nothing else is started any more. */
const removeAll = () => {
	const env = { ...process.env, ...podmanEnvironment() };
	const quietly = (...words) => spawnSync('podman', words, { env, stdio: 'ignore' });
	quietly('rm', '--force', '--volumes', '--time', '0', name);
	quietly('volume', 'rm', '--force', name);
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => endChildren(signal));

try {
	needRoot();
	const made = [npmPackages, guestBundle, npmTarball, baseImage, sandboxImage, botImage];
	for (const one of [...made, version, container, doctor, load, demo, reaped]) await runStep(one);
} catch (error) {
	explain(error);
	process.exitCode = 1;
} finally {
	removeAll();
}
