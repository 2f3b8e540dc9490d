import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { AgeRule } from '../age.ts';
import type { ByteBudget } from '../package-index/bodies.ts';
import { Denied } from '../package-index/denied.ts';
import type { DoorAnswer, DoorRequest } from '../package-index/exchange.ts';
import { createPackageDoor } from '../package-index/package-door.ts';
import { readWheelName } from '../package-index/package-names.ts';
import { createUpstream } from '../package-index/upstream.ts';
import { startVisit, visited } from '../package-index/visit.ts';
import { createCratesDoor } from './crates/crates-door.ts';
import { createGoDoor } from './go/go-door.ts';
import { type IndexDoor, type IndexDoorDeps, unknownPath } from './index-door.ts';
import { type IndexLimits, usualIndexLimits } from './index-limits.ts';
import type { IndexesPolicy, PackageIndexName } from './indexes-policy.ts';
import { createNpmDoor } from './npm/npm-door.ts';

/** Some package indexes as installers in a sandbox see them, each below its own name: `/npm/…`, `/pypi/…`. Reads alone pass. */
export interface IndexesDoor {
	/** Rejects only with the signal's reason. What an index does wrong is an answer, or a body that throws. */
	answer(request: DoorRequest, signal: AbortSignal): Promise<DoorAnswer>;
	/** Why something was denied or not to be had, one plain line each, without repetition, newest last. */
	denials(): readonly string[];
	/** The packages of which a file was served, `npm: is-number 7.0.0`, in order. */
	fetched(): readonly string[];
}

export interface IndexesDoorOptions {
	readonly policy: IndexesPolicy;
	readonly names: readonly PackageIndexName[];
	/** Where it stands inside: `http://127.0.0.1:40123`. Asked for when something links to it. */
	readonly origin: () => string;
	readonly log: Logger;
	/** ms since the epoch. */
	readonly now?: () => number;
	readonly limits?: IndexLimits;
}

const dayMs = 86_400_000;
const mostDenials = 50;

const makers = { npm: createNpmDoor, crates: createCratesDoor, go: createGoDoor } as const;

/** Opens nothing by itself. There is nothing to close: idle connections end after 4 seconds. */
export function createIndexesDoor(options: IndexesDoorOptions): IndexesDoor {
	const { policy, names, origin, log, now = Date.now, limits = usualIndexLimits } = options;
	const budget = budgetOf(policy.bytes);
	const fetched = new Set<string>();
	const denials = new Set<string>();
	const age: AgeRule = {
		leastMs: policy.leastAgeDays * dayMs,
		undated: (name) => policy.undated.includes('*') || policy.undated.includes(name),
		now,
	};
	const doors = new Map(names.map((name) => [name as string, open(name)] as const));

	function open(name: PackageIndexName): IndexDoor {
		const index = policy.urls[name];
		if (index === undefined) throw new Error(`no index of ${name} is set up here`);
		const onFetched = (what: string) => void fetched.add(`${name}: ${what}`);
		if (name === 'pypi') return openPypi(index, onFetched);
		const upstream = createUpstream({ index, time: limits.time });
		const deps: IndexDoorDeps = { upstream, budget, limits, age, onFetched, here: () => `${origin()}/${name}` };
		return makers[name](deps);
	}

	/** The door for Python, for whatever is asked for. */
	function openPypi(index: string, onFetched: (what: string) => void): IndexDoor {
		const scope = { kind: 'any', undated: age.undated } as const;
		const own = { index, leastAgeDays: policy.leastAgeDays, sessionBytes: policy.bytes, seconds: 0 };
		const door = createPackageDoor({ policy: own, scope, budget, log, now });
		return async ({ path, isHead, accept }, signal) => {
			const answer = await door.answer({ method: isHead ? 'HEAD' : 'GET', path: `/${path}`, accept }, signal);
			for (const line of door.denials()) noteDenial(line);
			const wheel = readWheelName(decodeURIComponent(path.split('/').at(-1) ?? ''));
			if (wheel && answer.status === 200 && !isHead) onFetched(`${wheel.name} ${wheel.version}`);
			return answer;
		};
	}

	function noteDenial(line: string): void {
		denials.delete(line);
		denials.add(line);
		for (const oldest of denials) if (denials.size > mostDenials) denials.delete(oldest);
	}

	function deny(error: unknown): Denied {
		if (!(error instanceof Denied)) log.warn('A door to a package index failed', { err: error });
		const denied =
			error instanceof Denied ? error : new Denied('the answer of the index cannot be used', { status: 502 });
		noteDenial(denied.message);
		return denied;
	}

	async function admit({ method, path, accept }: DoorRequest, signal: AbortSignal): Promise<DoorAnswer> {
		signal.throwIfAborted();
		if (method !== 'GET' && method !== 'HEAD') throw new Denied('packages can only be fetched', { status: 404 });
		const { name, rest } = placeOf(path, doors);
		const door = doors.get(name);
		if (door === undefined) throw unknownPath();
		const isHead = method === 'HEAD';
		const answer = await door({ path: rest, isHead, accept }, signal);
		return isHead ? { ...answer, body: new Uint8Array() } : answer;
	}

	return {
		async answer(request, signal) {
			const visit = startVisit(log, request, undefined);
			try {
				const answer = await admit(request, signal);
				return { ...answer, body: visited(answer.body, visit, deny, signal) };
			} catch (error) {
				visit.end(0, signal.aborted ? 'called off' : messageOf(error));
				signal.throwIfAborted();
				return refusal(deny(error));
			}
		},
		denials: () => [...denials],
		fetched: () => [...fetched],
	};
}

/** Files that npm's locks name are asked for without the folder of its registry. */
function placeOf(path: string, doors: ReadonlyMap<string, unknown>): { readonly name: string; readonly rest: string } {
	const plain = path.split('?')[0] ?? '';
	const [, name = '', rest = ''] = /^\/([a-z]+)\/(.*)$/.exec(plain) ?? [];
	if (doors.has(name)) return { name, rest };
	return plain.includes('/-/') ? { name: 'npm', rest: plain.slice(1) } : { name: '', rest: '' };
}

function budgetOf(bytes: number): ByteBudget {
	let left = bytes;
	return {
		take(wanted) {
			if (wanted > left) return false;
			left -= wanted;
			return true;
		},
		left: () => left,
	};
}

function refusal({ status, message }: Denied): DoorAnswer {
	const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
	return { status, headers, body: Buffer.from(`${message}\n`) };
}
