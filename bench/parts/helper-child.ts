import { Socket } from 'node:net';
import { z } from 'zod';
import { silentLogger } from '../../src/base/log.ts';
import { defaultLimits } from '../../src/sandbox/podman/container/sandbox-limits.ts';
import { serveHelper } from '../../src/sandbox/podman/host/serve-helper.ts';
import { diskBytes, pathsIn } from './sandbox-bench.ts';

/** Root's helper for a bench, whose end of the line is this process's descriptor 3; its argument says where, as JSON. */
const helpedPlace = z.object({
	home: z.string(),
	homeId: z.string(),
	stateDir: z.string(),
	image: z.string(),
	runtime: z.enum(['auto', 'runc', 'crun', 'runsc', 'krun']),
});

const { home, ...place } = helpedPlace.parse(JSON.parse(process.argv[2] ?? ''));
await serveHelper(
	{
		...place,
		pathsOf: (session) => pathsIn(`${home}/${session}`),
		pool: { folder: `${home}/pool` },
		limits: defaultLimits,
		timezone: 'UTC',
		log: silentLogger,
		data: home,
		most: { sandboxes: 24, diskBytes },
		user: { uid: 0, gid: 0 },
		line: new Socket({ fd: 3 }),
	},
	new AbortController().signal,
);
