import type { Logger } from '../../../../base/log.ts';

/** How a row of the agents' table wants its sessions. */
export interface SessionWish {
	/** The mode it is to work in. */
	readonly mode?: string | undefined;
	/** `_meta` of its `session/new`. */
	readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

export interface AcpOptions {
	/** The agent's name for people. */
	readonly title: string;
	readonly session: SessionWish;
	readonly limits: AcpLimits;
	/** How long one prompt may take, whatever the agent says meanwhile, ms; people may take their time to answer beside it. */
	readonly promptMs: number;
	/** Why the gateway holds that a prompt has failed, a sentence: some agents report success on an error. */
	readonly verdict: () => string | undefined;
	readonly logger: Logger;
}

export interface AcpLimits {
	/**
	 * Without a byte either way until its session is there, ms. 8 s were seen on a quiet machine, and more than a minute on two cores with fifteen other
	 * programs: one that ends is seen at once, and one that lives and is only slow must come.
	 */
	readonly startMs: number;
	/** Until its session is there, whatever it says meanwhile, ms. */
	readonly startMostMs: number;
	/** Without a byte either way while a prompt runs and nobody is asked anything, ms. A model's slow answer is silent, too. */
	readonly stallMs: number;
	/** How long it may take to end its turn once it is told to, ms, before it is given up; 0.7 s were seen. */
	readonly cancelMs: number;
}

export const acpLimits: AcpLimits = {
	startMs: 4 * 60_000,
	startMostMs: 10 * 60_000,
	stallMs: 10 * 60_000,
	cancelMs: 2500,
};
