import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src/base/log.ts';
import { endForgotten } from '../../../../src/sandbox/podman/service/forgotten.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** A process that looks like the monitor of a container, for as long as its standard input is open. */
async function startMonitor(service: string, name: string, runtime: string) {
	const words = ['-c', `id-of-${name}`, '-u', 'x', '-r', runtime, '-n', name];
	const child = spawn('/bin/sh', ['-s', '--', ...words], { argv0: '/usr/bin/conmon', env: envOf(service) });
	await once(child, 'spawn');
	return child;
}

const envOf = (service: string) => ({ CONTAINERS_CONF: `${service}/containers.conf` });

it('ends what the runtime has made, and its monitor, of those that are meant and of its own service alone', async () => {
	await using dir = await tempDir();
	const [runtime, said] = [join(dir.path, 'runtime'), join(dir.path, 'said')];
	await writeFile(runtime, `#!/bin/sh\necho "$@" >>${said}\n`, { mode: 0o755 });
	const [service, other] = [join(dir.path, 'service'), join(dir.path, 'other')];
	const monitors = await Promise.all([
		startMonitor(service, 'threadsmith-lost', runtime),
		startMonitor(service, 'threadsmith-kept', runtime),
		startMonitor(other, 'threadsmith-lost', runtime),
	]);
	const [lost] = monitors;
	const ended = once(lost, 'exit');
	await endForgotten(service, (name) => name === 'threadsmith-lost', silentLogger);
	expect((await ended)[1]).toBe('SIGKILL');
	expect(await readFile(said, 'utf8')).toBe('delete --force id-of-threadsmith-lost\n');
	expect(monitors.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', null, null]);
	for (const monitor of monitors) monitor.kill();
});
