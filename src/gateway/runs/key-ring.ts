import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../call/refusal.ts';
import type { KeyFacts } from '../gateway.ts';
import type { Run } from './run.ts';

/** The keys of all runs. Keys themselves are not kept, their hashes are. */
export interface KeyRing {
	/** A new key; void when disposed. Throws where the run has one. */
	add(run: Run): Disposable & { readonly key: string };
	/** The run that this key is good for now, at the relay of this run. Throws a `Refusal` (401); one that is revoked is told to its run's record. */
	find(key: string | undefined, relay: string): Run;
	list(): readonly KeyFacts[];
	revoke(id: string): boolean;
}

interface Entry {
	readonly id: string;
	readonly hash: Buffer;
	readonly run: Run;
	readonly since: number;
	revoked: boolean;
}

/** Bytes of chance in a key. */
const keyBytes = 32;

/** `now`: milliseconds since the epoch. */
export function createKeyRing(now: () => number): KeyRing {
	const entries = new Map<string, Entry>();
	const runs = () => [...entries.values()];

	return {
		add(run) {
			if (runs().some((entry) => entry.run.order.run === run.order.run))
				throw new Error(`Cannot make a key: run "${run.order.run}" has one already`);
			const key = `vk-${randomBytes(keyBytes).toString('base64url')}`;
			const id = randomBytes(4).toString('hex');
			entries.set(id, { id, hash: hashOf(key), run, since: now(), revoked: false });
			return { key, [Symbol.dispose]: () => void entries.delete(id) };
		},
		find(key, relay) {
			if (key === undefined) throw new Refusal(401, 'This request has no key');
			const hash = hashOf(key);
			const entry = runs().filter((one) => timingSafeEqual(one.hash, hash))[0];
			if (entry?.run.order.run !== relay) throw unknownKey(entry, relay);
			if (entry.revoked) throw toldOf(revoked(), entry.run);
			if (!entry.run.isOpen()) throw new Refusal(401, 'This key works only while a prompt of its run is under way');
			return entry.run;
		},
		list: () => runs().map(factsOf),
		revoke(id) {
			const entry = entries.get(id);
			if (!entry) return false;
			entry.revoked = true;
			entry.run.parts.calls.endAll(revoked());
			return true;
		},
	};
}

function revoked(): Refusal {
	return new Refusal(401, 'This key has been revoked by the operator');
}

/** An agent may end well on it. */
function toldOf(refusal: Refusal, { parts }: Run): Refusal {
	parts.record.ended({ status: refusal.status, sentence: refusal.message });
	return refusal;
}

/** A key of elsewhere is not told from none: whoever has stolen one learns nothing. */
function unknownKey(entry: Entry | undefined, relay: string): Refusal {
	const operator = entry && `the key of run "${entry.run.order.run}" was used in the sandbox of run "${relay}"`;
	return new Refusal(401, 'This key is not known here', operator === undefined ? {} : { operator });
}

function factsOf({ id, run, since, revoked }: Entry): KeyFacts {
	const { calls, spent } = run.ledger();
	return {
		...{ id, run: run.order.run, agent: run.order.agent, since },
		state: revoked ? 'revoked' : run.isOpen() ? 'open' : 'shut',
		calls,
		tokens: spent.inputTokens + spent.outputTokens,
	};
}

function hashOf(key: string): Buffer {
	return createHash('sha256').update(key).digest();
}
