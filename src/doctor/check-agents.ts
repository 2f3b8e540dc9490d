import { formatBytes } from '../base/text/format-bytes.ts';
import type { Config } from '../config/config.ts';
import { agentsImage } from '../process/agents/agent-boxes.ts';
import { mostAgents } from '../process/lines.ts';
import type { Finding } from './finding.ts';

/** Whether coding agents can be had, of which image, and what each may take. `imageNow`: as `agentsImage`. */
export async function checkAgents(
	{ settings }: Pick<Config, 'settings'>,
	imageNow: () => Promise<string> = agentsImage,
): Promise<Finding> {
	const name = 'coding agents';
	const tag = await imageNow().catch(() => undefined);
	if (tag === undefined) return { name, value: 'none: `./threadsmith image agents` builds their image', met: true };
	const { AGENT_RUNTIME: runtime, AGENT_MEMORY: memory, AGENT_CPUS: cpus } = settings;
	const each = `each with ${formatBytes(memory)} and ${cpus} CPUs`;
	return { name, value: `"${tag}" on ${runtimeWords(runtime)}, ${mostAgents(settings)} at once, ${each}`, met: true };
}

function runtimeWords(runtime: string): string {
	return runtime === 'auto' ? 'the strongest runtime there is' : runtime;
}
