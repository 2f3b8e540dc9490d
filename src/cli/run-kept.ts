import type { Verbs } from '../cli.ts';
import type { Config } from '../config/config.ts';
import type { Above } from '../root/above.ts';
import { exportTo } from '../root/desk/export-to.ts';

interface Told {
	readonly write: (text: string) => void;
	readonly say: (text: string) => void;
}

interface KeptDeps extends Told {
	readonly readConfig: () => Promise<Config>;
	/** Root's process, where it has started this one. */
	readonly above: Above | undefined;
}

/** The verbs on all that a data folder keeps. Each loads no more than it needs. */
export function keptRuns({
	readConfig,
	above,
	write,
	say,
}: KeptDeps): Pick<Verbs, 'tools' | 'sessions' | 'keys' | 'digest'> {
	return {
		tools: async (request) => {
			const { home } = await readConfig();
			const { runTools } = await import('../portable/tools.ts');
			if (!above || request.action !== 'export' || request.output === '-')
				return runTools(request, { home, write, say });
			const { output = `${request.name}.py` } = request;
			const run = (path: string, told: Told) => runTools({ ...request, output: path }, { home, ...told });
			return await exportTo(above, output, run);
		},
		sessions: async (request) => {
			const { home } = await readConfig();
			const { runSessions: go } = await import('../portable/sessions/sessions.ts');
			if (!above || request.action !== 'export') return go(request, { home, write, say });
			const run = (path: string, told: Told) => go({ ...request, output: path }, { home, ...told });
			return await exportTo(above, request.output, run);
		},
		keys: async (request) => {
			const { runKeys } = await import('../process/control/run-keys.ts');
			return await runKeys(request, { home: (await readConfig()).home, write });
		},
		digest: async (request) => {
			const { home } = await readConfig();
			const { runDigest } = await import('../portable/digest/digest.ts');
			return await runDigest(request, { home, write, say });
		},
	};
}
