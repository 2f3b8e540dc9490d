import type { Logger } from '../../base/log.ts';
import { type Routed, routed } from '../dialects/dialects.ts';
import { modelList } from '../dialects/model-list.ts';
import type { DialectName } from '../gateway.ts';
import type { GatewayLimits } from '../gateway-limits.ts';
import type { Call } from '../runs/calls.ts';
import type { KeyRing } from '../runs/key-ring.ts';
import type { Run } from '../runs/run.ts';
import type { Answering, Asked } from '../serve/asked.ts';
import type { Bodies } from '../serve/read-body.ts';
import { isGreeting, readHead } from '../serve/read-request.ts';
import type { Sender } from '../upstream/send.ts';
import type { Upstream, Upstreams } from '../upstream/upstream.ts';
import { answerWhole, refuse } from './answer-whole.ts';
import type { CallEntry, CallFacts } from './call-log.ts';
import { guessDialect } from './guess-dialect.ts';
import { Refusal } from './refusal.ts';
import { sendCall } from './send-call.ts';

export interface CallDeps {
	readonly upstreams: Upstreams;
	readonly ring: Pick<KeyRing, 'find'>;
	readonly sender: Pick<Sender, 'send'>;
	readonly bodies: Bodies;
	readonly limits: GatewayLimits;
	/** Milliseconds of a clock that only goes forward. */
	readonly now: () => number;
	readonly logCall: (facts: CallFacts) => CallEntry;
	readonly log: Logger;
}

/** Answers a request that came through the relay of a run's sandbox. Rejects where nobody waits for the answer, or on a fault of ours. */
export type AnswerCall = (relay: string, asked: Asked, answering: Answering) => Promise<void>;

export function createCall(deps: CallDeps): AnswerCall {
	return async (relay, asked, answering) => {
		if (isGreeting(asked)) return await answerWhole(answering, { status: 200, contentType: 'text/plain', body: '' });
		const head = readHead(asked);
		const target = head?.target ?? '/';
		const found = routed(asked.method, target);
		try {
			if (!head) throw new Refusal(400, 'The address of this request is none that a client of a model sends');
			if (!found) throw new Refusal(404, 'This address is no call that the gateway knows');
			await answerFound({ ...found, run: deps.ring.find(head.key, relay), asked, answering }, deps);
		} catch (error) {
			asked.signal.throwIfAborted();
			const dialect = found?.dialect ?? guessDialect(asked, target);
			await refuse(answering, dialect, refusalIn(error, relay, deps));
		}
	};
}

/** Throws whatever else it is. */
function refusalIn(error: unknown, relay: string, { log }: CallDeps): Refusal {
	if (!(error instanceof Refusal)) throw error;
	if (error.status === 401)
		log.warn('Model call without a good key', { run: relay, why: error.more.operator ?? error.message });
	return error;
}

interface FoundCall extends Routed {
	readonly run: Run;
	readonly asked: Asked;
	readonly answering: Answering;
}

async function answerFound(call: FoundCall, deps: CallDeps): Promise<void> {
	const { dialect, route, answering } = call;
	if (route.call === 'models' || route.call === 'model') return await answerList(call, deps.upstreams, answering);
	const upstream = deps.upstreams[dialect.name];
	if (!upstream) throw new Refusal(404, `No model is set up here that is asked in this way (${dialect.name})`);
	await callUpstream(call, upstream, deps);
}

async function answerList({ dialect, route }: Routed, upstreams: Upstreams, answering: Answering): Promise<void> {
	const body = modelList(dialect.name, route, listedFor(dialect.name, upstreams));
	if (body === undefined) throw new Refusal(404, 'There is no such model here');
	await answerWhole(answering, { status: 200, contentType: 'application/json', body });
}

/** All but Gemini's have one address for their lists. */
function listedFor(name: DialectName, { gemini, ...others }: Upstreams): readonly string[] {
	if (name === 'gemini') return gemini?.models ?? [];
	return [...new Set(Object.values(others).flatMap(({ models }) => models))];
}

async function callUpstream(found: FoundCall, upstream: Upstream, deps: CallDeps): Promise<void> {
	const { run, asked, dialect, route } = found;
	const { agent, run: id } = run.order;
	using call = begun(found);
	const entry = deps.logCall({ run: id, agent, dialect: dialect.name, status: 200 });
	try {
		const fault = await forward(found, { upstream, entry }, deps, AbortSignal.any([asked.signal, call.signal]));
		if (fault !== undefined) entry.facts.why = fault;
		if (route.call === 'generate')
			run.parts.record.ended(fault === undefined ? undefined : { status: 502, sentence: fault });
	} catch (error) {
		noteFailure(error, found, entry);
		throw error;
	} finally {
		entry.end();
	}
}

/** Throws a `Refusal` where there are too many. */
function begun(found: FoundCall): Call {
	try {
		return found.run.parts.calls.begin();
	} catch (error) {
		if (error instanceof Refusal) noteRefusal(found, error);
		throw error;
	}
}

/** nginx's for a client that went away; nobody receives it. */
const clientLeft = 499;

function noteFailure(error: unknown, found: FoundCall, { facts }: CallEntry): void {
	const hasLeft = found.asked.signal.aborted;
	facts.status = hasLeft ? clientLeft : error instanceof Refusal ? error.status : 500;
	if (hasLeft || !(error instanceof Refusal)) return;
	facts.why = error.more.operator ?? error.message;
	noteRefusal(found, error);
}

/** Agents go on without a count of tokens, which many servers do not have. */
function noteRefusal({ route, run }: FoundCall, { status, message: sentence, more }: Refusal): void {
	const { record } = run.parts;
	if (route.call === 'count' || more.isOver) return;
	record.ended({ status, sentence });
	if (more.tell) record.tell({ kind: 'upstream', sentence });
}

interface To {
	readonly upstream: Upstream;
	readonly entry: CallEntry;
}

/** Resolves with the words of a failure inside of an answer that is passed on. */
async function forward(found: FoundCall, to: To, deps: CallDeps, signal: AbortSignal): Promise<string | undefined> {
	using body = await deps.bodies.read(found.asked, found.run.order.run, signal);
	found.run.parts.calls.weigh(body.bytes.length);
	const limit = { outputCap: deps.limits.outputCap };
	return await sendCall({ ...found, ...to, body: body.bytes, limit }, deps, signal);
}
