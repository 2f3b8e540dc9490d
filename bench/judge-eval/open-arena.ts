import { join } from 'node:path';
import { createLabs } from '../../src/agent/forge/try/lab.ts';
import { silentLogger } from '../../src/base/log.ts';
import { createRuffLinter } from '../../src/lint/ruff-linter.ts';
import { withLabs } from '../../src/sandbox/podman/container/lab-paths.ts';
import { sessionPathsIn, sessionsIn } from '../../src/store/session/layout.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import { openSandboxBench } from '../parts/sandbox-bench.ts';
import { tempHome } from '../parts/temp-home.ts';
import { type Arena, createArena } from './arena.ts';

/** An arena on real sandboxes and session folders of its own. Disposing ends them and removes what they left. */
export async function openArena(signal: AbortSignal): Promise<Arena & AsyncDisposable> {
	await using building = new AsyncDisposableStack();
	const home = building.use(await tempHome());
	const folders = { sessions: sessionsIn(home.path), markers: join(home.path, 'labs') };
	const context = { signal, runs: (wanted: number) => wanted, say: () => {} };
	const { acquire, sandboxes } = building.use(
		await openSandboxBench(context, { paths: withLabs(sessionPathsIn(home.path), folders) }),
	);
	const labs = createLabs(sandboxes, 2 * 2 ** 30);
	const sessions = building.use(openSessions(home.path));
	const linter = building.use(createRuffLinter({ log: silentLogger }));
	const arena = createArena({ sessions, linter, acquire, labs }, signal);
	const parts = building.move();
	return { ...arena, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
