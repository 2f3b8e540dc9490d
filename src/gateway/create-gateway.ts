import type { Logger } from '../base/log.ts';
import { type CallLogging, createCallLog } from './call/call-log.ts';
import { createCall } from './call/create-call.ts';
import { dialects } from './dialects/dialects.ts';
import type { Gateway, Offer, ServedGateway } from './gateway.ts';
import { type GatewayLimits, gatewayLimits } from './gateway-limits.ts';
import { createKeyRing } from './runs/key-ring.ts';
import { createRun, type Run } from './runs/run.ts';
import { createBodies } from './serve/read-body.ts';
import { serveRelay } from './serve/serve-relay.ts';
import { createSender } from './upstream/send.ts';
import { askable, type Upstreams } from './upstream/upstream.ts';

export interface GatewayDeps {
	readonly upstreams: Upstreams;
	readonly logging: CallLogging;
	readonly log: Logger;
	/** Takes what is secret out of a text that is logged. */
	readonly redact: (text: string) => string;
	/** Default: those of `gatewayLimits`. */
	readonly limits?: GatewayLimits;
	/** Milliseconds of a clock that only goes forward. Default: this process's. */
	readonly now?: () => number;
}

/** The gateway to these upstreams. Runs, keys and tallies are in memory: they end with the process, as the sandboxes do. */
export function createGateway(deps: GatewayDeps): Gateway {
	const { logging, log, redact, limits = gatewayLimits, now = () => performance.now() } = deps;
	const upstreams = askable(deps.upstreams);
	const ring = createKeyRing(Date.now);
	const sender = createSender(limits.time);
	const served = new Set<ServedGateway>();
	const runs = new Set<Run>();
	const offers = offersOf(upstreams);
	const answer = createCall({
		...{ upstreams, ring, sender, bodies: createBodies(limits), limits, log, now },
		logCall: createCallLog({ logging, log, redact }),
	});
	const onLost = (error: unknown) => log.warn('What a model call came to could not be kept', { err: error });

	return {
		open(order) {
			const run = createRun(order, { now, onLost });
			const added = ring.add(run);
			runs.add(run);
			return {
				key: added.key,
				offers,
				prompt: run.prompt,
				ledger: run.ledger,
				async [Symbol.asyncDispose]() {
					added[Symbol.dispose]();
					runs.delete(run);
					await run[Symbol.asyncDispose]();
				},
			};
		},
		serve(run, stream) {
			const relay = serveRelay({
				stream,
				answer: (asked, answering) => answer(run, asked, answering),
				log: log.child({ run }),
			});
			served.add(relay);
			void relay.ended.then(() => served.delete(relay));
			return relay;
		},
		keys: ring.list,
		revoke: ring.revoke,
		async [Symbol.asyncDispose]() {
			await Promise.all([...runs].map((run) => run[Symbol.asyncDispose]()));
			await Promise.all([...served].map((relay) => relay[Symbol.asyncDispose]()));
			await sender[Symbol.asyncDispose]();
		},
	};
}

function offersOf(upstreams: Upstreams): readonly Offer[] {
	return Object.values(dialects).flatMap(({ name }) => {
		const models = upstreams[name]?.models ?? [];
		return models.length === 0 ? [] : [{ dialect: name, models }];
	});
}
