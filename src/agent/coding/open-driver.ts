import type { Logger } from '../../base/log.ts';
import type { ProcessOrder } from '../../sandbox/opened-process.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { CodingAgent, Launch, LaunchFacts } from './coding-agent.ts';
import { openAcpDriver } from './driver/acp/acp-driver.ts';
import { type AcpLimits, acpLimits } from './driver/acp/acp-options.ts';
import { createOneShotDriver } from './driver/one-shot-driver.ts';
import type { Driver } from './driver.ts';

export interface DriverOrder {
	readonly agent: CodingAgent;
	readonly facts: LaunchFacts;
	/** Its options, as its row's schema has read them. */
	readonly options: Readonly<Record<string, unknown>>;
	/** Where it runs: its box. */
	readonly box: Pick<Sandbox, 'open'>;
	readonly watch: DriverWatch;
}

export interface DriverWatch {
	/** Why the gateway holds that a prompt has failed, a sentence: some agents report success on an error. */
	readonly verdict: () => string | undefined;
	/** How long one prompt may take, ms; the gateway answers none of its calls after that. */
	readonly promptMs: number;
	readonly limits?: AcpLimits;
	readonly logger: Logger;
}

/**
 * Starts a coding agent by its row. Whoever holds the driver disposes it. Rejects with an error whose message is a sentence for people, as
 * `Sandbox.open`, and with the signal's reason; nothing of it runs then.
 */
export async function openDriver(order: DriverOrder, signal: AbortSignal): Promise<Driver> {
	const { agent, facts, options, box, watch } = order;
	const { title, run } = agent;
	switch (run.kind) {
		case 'refused':
			throw new Error(run.why);
		case 'one-shot':
			return createOneShotDriver({
				title,
				open: (prompt, promptSignal) => box.open(placed(run.launch({ ...facts, prompt }, options)), promptSignal),
				limitMs: watch.promptMs,
				verdict: watch.verdict,
			});
		case 'acp': {
			const session = { mode: run.mode(facts.asking), meta: run.newSessionMeta };
			const process = await box.open(placed(run.launch(facts, options)), signal);
			const { limits = acpLimits } = watch;
			const promptMs = watch.promptMs + graceMs;
			return openAcpDriver(process, { ...watch, title, session, limits, promptMs }, signal);
		}
	}
}

/** An agent that hears from the gateway that its time is used up ends its turn in this time, or has missed it. */
const graceMs = 60_000;

function placed(launch: Launch): ProcessOrder {
	return { ...launch, cwd: '/workspace' };
}
