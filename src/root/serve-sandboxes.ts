import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Logger } from '../base/log.ts';
import { loadConfig } from '../config/config.ts';
import { environment } from '../config/environment.ts';
import { boxHostOptionsOf } from '../process/agents/agent-boxes.ts';
import { mostAgents, mostSandboxes } from '../process/lines.ts';
import { withLabs } from '../sandbox/podman/container/lab-paths.ts';
import { serveHelper } from '../sandbox/podman/host/serve-helper.ts';
import { defaultStateDir } from '../sandbox/podman/service/state-folder.ts';
import { hostOptionsOf } from '../sandboxes.ts';
import { agentsIn, sessionPathsIn, sessionsIn } from '../store/session/layout.ts';
import type { BotUser } from './bot-user.ts';
import { claimId, homeIdIn } from './home/home-id.ts';

export interface SandboxOrder {
	/** The data folder whose sandboxes they are. */
	readonly home: string;
	/** The folder that is the bot's, with the data folder in it, or that itself. */
	readonly data: string;
	/** The text of `.env`. */
	readonly dotEnv: string;
	readonly user: BotUser;
	readonly line: Duplex;
	readonly log: Logger;
}

/** Sandboxes that stand ready where the settings say nothing, and disks of theirs beside those of sessions. */
const usuallyReady = 1;

/**
 * Serves the bot's sandboxes as the operator has set them, until its line ends or the signal fires; resolves when none is left. Rejects with
 * `ProblemError` where none can be had.
 */
export async function serveSandboxes(order: SandboxOrder, signal: AbortSignal): Promise<void> {
	const { home, data, dotEnv, user, line, log } = order;
	const config = { ...loadConfig(environment(dotEnv), dotEnv), home };
	const { settings } = config;
	const homeId = await homeIdIn(home);
	await claimId(home, defaultStateDir(homeId));
	const labs = { sessions: sessionsIn(home), markers: join(home, 'labs') };
	const pathsOf = withLabs(sessionPathsIn(home), labs);
	const ready = settings.SANDBOX_POOL ?? usuallyReady;
	await serveHelper(
		{
			...(await hostOptionsOf(config, { homeId, pathsOf, log })),
			data,
			pool: { folder: join(home, 'pool') },
			agents: {
				options: boxHostOptionsOf(config, { homeId, agentsOf: agentsIn(home), log }),
				most: { sandboxes: mostAgents(settings), diskBytes: settings.AGENT_DISK },
			},
			// A lab is had beside its session's.
			most: { sandboxes: 2 * mostSandboxes(settings) + ready, diskBytes: settings.SANDBOX_DISK },
			user,
			line,
		},
		signal,
	);
}
