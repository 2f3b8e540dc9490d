import type { Logger } from '../../base/log.ts';
import type { Usage } from '../../chat/usage.ts';
import type { DialectName } from '../gateway.ts';

/** How much is logged of each call: nothing, the facts, or also the bodies. */
export type CallLogging = 'off' | 'requests' | 'bodies';

/** One call, as it is logged. */
export interface CallFacts {
	readonly run: string;
	readonly agent: string;
	readonly dialect: DialectName;
	model?: string;
	/** Of the answer. */
	status: number;
	stripped?: readonly string[];
	usage?: Usage;
	/** Why it failed, for the operator. */
	why?: string;
}

/** The log of one call. */
export interface CallEntry {
	readonly facts: CallFacts;
	/** A piece of what was sent upstream, or of what came back. */
	saw(which: 'sent' | 'got', piece: Uint8Array | string): void;
	/** Writes it. Once. */
	end(): void;
}

/** Characters of each body. */
const mostBody = 32_768;
/** Characters behind these that are looked at: of a secret that is cut in two, no half is known. */
const behind = 8_192;

export interface CallLogDeps {
	readonly logging: CallLogging;
	readonly log: Logger;
	/** Takes what is secret out of a text. */
	readonly redact: (text: string) => string;
}

/** Begins what is logged of a call. Bodies are cut to their beginnings, and without secrets and keys. */
export function createCallLog({ logging, log, redact }: CallLogDeps): (facts: CallFacts) => CallEntry {
	return (facts) => {
		const began = performance.now();
		const bodies = { sent: '', got: '' };
		const decoder = new TextDecoder();
		return {
			facts,
			saw(which, piece) {
				if (logging !== 'bodies' || bodies[which].length >= mostBody + behind) return;
				const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
				bodies[which] = (bodies[which] + text).slice(0, mostBody + behind);
			},
			end() {
				if (logging === 'off') return;
				const ms = Math.round(performance.now() - began);
				const { usage, ...others } = facts;
				const tokens = usage && { input: usage.inputTokens, output: usage.outputTokens };
				const fields = { ...others, ms, ...tokens };
				log.info('Model call', logging === 'bodies' ? { ...fields, ...clean(bodies, redact) } : fields);
			},
		};
	};
}

function clean({ sent, got }: { sent: string; got: string }, redact: (text: string) => string): Record<string, string> {
	const without = (text: string) => {
		const redacted = redact(text).replaceAll(/vk-[\w-]{8,}/g, '[key]');
		const isWhole = text.length < mostBody + behind;
		return redacted.slice(0, isWhole ? mostBody : Math.max(0, Math.min(mostBody, redacted.length - behind)));
	};
	return { sent: without(sent), got: without(got) };
}
