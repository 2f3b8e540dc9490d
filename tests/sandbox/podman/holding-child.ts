import { silentLogger } from '../../../src/base/log.ts';
import { createPodmanSandboxes } from '../../../src/sandbox/podman/podman-sandboxes.ts';
import { homeFrom } from '../../support/session-home.ts';
import { pathsBelow, podmanOptions } from './podman-home.ts';
import { never, startBash } from './run-in.ts';

/** Holds a sandbox with something in it that ignores TERM and has left its session, says so, and waits to be killed. */
const [homeId = '', data = ''] = process.argv.slice(2);
const options = podmanOptions({
	homeId,
	pathsOf: pathsBelow(data),
	log: silentLogger,
});
const sandboxes = createPodmanSandboxes(options);
const sandbox = await sandboxes.acquire(homeFrom('held', options.pathsOf('held')), never);
const stubborn = `setsid bash -c "trap '' TERM HUP INT; while true; do sleep 4714; done" & echo started; echo kept >/workspace/kept; sync; wait`;
await startBash(sandbox, stubborn);
process.stdout.write('held\n');
