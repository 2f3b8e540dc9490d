import { type Choice, choose, usage } from './agents/choice.ts';
import { openAgentGround } from './agents/ground.ts';
import { installedAgents } from './agents/installed-agents.ts';
import { closingLine, lineOf, type Runtime, rowOf, type Verdict } from './agents/step.ts';
import { tryAgent } from './agents/try-agent.ts';
import { asCommand, say } from './as-command.ts';
import { missing } from './attack/ground.ts';

async function tryAll({ json, chosen, runtimes }: Choice, signal: AbortSignal): Promise<number> {
	const there = await installedAgents();
	const verdicts: Verdict[] = [];
	const onVerdict = (verdict: Verdict): void => {
		verdicts.push(verdict);
		if (json) process.stdout.write(`${JSON.stringify(rowOf(verdict))}\n`);
		say(lineOf(verdict));
	};
	for (const { name, run } of chosen)
		if (run.kind !== 'refused' && !there.includes(name)) say(`${name} is not in the image`);
	const agents = chosen.filter(({ name, run }) => run.kind === 'refused' || there.includes(name));
	for (const runtime of runtimes) await tryOn(runtime, agents, { signal, onVerdict });
	if (!json) process.stdout.write(`\n${closingLine(verdicts)}\n`);
	const isBad = verdicts.length === 0 || verdicts.some(({ outcome }) => outcome.kind === 'failed');
	return signal.aborted ? 130 : isBad ? 1 : 0;
}

interface Trial {
	readonly signal: AbortSignal;
	readonly onVerdict: (verdict: Verdict) => void;
}

async function tryOn(runtime: Runtime, agents: Choice['chosen'], { signal, onVerdict }: Trial): Promise<void> {
	const why = missing(runtime) ?? rootless(runtime);
	if (why !== undefined) return say(`Not on ${runtime}: ${why}`);
	await using ground = await openAgentGround(runtime, () => ({ text: 'A small task' }));
	for (const agent of agents) await tryAgent(agent, { ground, runtime, signal, onVerdict });
}

/** Why a plain user has no sandboxes on it. */
function rootless(runtime: Runtime): string | undefined {
	return runtime === 'runsc' && process.getuid?.() !== 0 ? 'it is used as root only' : undefined;
}

process.exitCode = await asCommand(
	{ usage, choose, run: tryAll, failed: 'The agents could not be tried' },
	process.argv.slice(2),
);
