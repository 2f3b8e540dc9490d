import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { PackagePolicy } from '../package-policy.ts';
import { createAnswers } from './answers.ts';
import type { ByteBudget } from './bodies.ts';
import type { Choice } from './choose-files.ts';
import { Denied } from './denied.ts';
import { type DoorLimits, usualLimits } from './door-limits.ts';
import type { DoorAnswer, DoorRequest } from './exchange.ts';
import { type Asked, readPath } from './read-path.ts';
import type { DoorScope } from './scope.ts';
import { createUpstream } from './upstream.ts';
import { startVisit, visited } from './visit.ts';
import { createWheelCache, type ServedFile } from './wheel-cache.ts';

/**
 * The package index as an installer in a sandbox sees it, for one resolving or one install: a reverse proxy with links to itself.
 * Only `GET` and `HEAD` of `/simple/<name>/`, `/files/<sha256>/<filename>` and `<filename>.metadata`; whatever else is refused.
 */
export interface PackageDoor {
	/** Rejects only with the signal's reason. What the index does wrong is an answer, or a body that throws. */
	answer(request: DoorRequest, signal: AbortSignal): Promise<DoorAnswer>;
	/** Why something was denied or not to be had, one plain line each, without repetition, newest last. */
	denials(): readonly string[];
	/** Lines about the newest version of packages of which older ones are served: why a requirement may have found nothing. */
	withheld(): readonly string[];
	/** Names of which nothing is served because the index does not tell how old the files are. */
	undated(): readonly string[];
	/** The wheels that the served pages name. */
	files(): readonly ServedFile[];
}

export interface PackageDoorOptions {
	readonly policy: PackagePolicy;
	readonly scope: DoorScope;
	readonly budget: ByteBudget;
	readonly log: Logger;
	/** ms since the epoch. */
	readonly now?: () => number;
	readonly limits?: DoorLimits;
}

/** Opens nothing by itself. There is nothing to close: idle connections to the index end after 4 seconds. */
export function createPackageDoor(options: PackageDoorOptions): PackageDoor {
	const { policy, scope, log, now = Date.now, limits = usualLimits } = options;
	const cache = createWheelCache(scope);
	const upstream = createUpstream({ index: policy.index, time: limits.time });
	const [denials, withheld, undated] = [new Set<string>(), new Set<string>(), new Set<string>()];
	const answers = createAnswers({ ...options, limits, now, cache, upstream, onChoice: note });

	function note(name: string, choice: Choice): void {
		if (choice.kind === 'undated') undated.add(name);
		else if (choice.kind === 'nothing') denials.add(choice.reason);
		else if (choice.withheld !== undefined) withheld.add(choice.withheld);
	}

	function deny(error: unknown): Denied {
		if (!(error instanceof Denied)) log.warn('The door to the package index failed', { err: error });
		const denied =
			error instanceof Denied ? error : new Denied('the answer of the index cannot be used', { status: 502 });
		denials.add(denied.message);
		return denied;
	}

	async function admit(request: DoorRequest, asked: Asked | undefined, signal: AbortSignal): Promise<DoorAnswer> {
		signal.throwIfAborted();
		const { method, accept } = request;
		if (method !== 'GET' && method !== 'HEAD') throw new Denied('packages can only be fetched', { status: 405 });
		if (!asked) throw new Denied('nothing but pages and wheels of packages can be fetched', { status: 404 });
		if (asked.kind !== 'page') return answers.file(asked, method, signal);
		const page = await answers.page(asked.name, accept, signal);
		return method === 'HEAD' ? { ...page, body: new Uint8Array() } : page;
	}

	return {
		async answer(request, signal) {
			const asked = readPath(request.path);
			const visit = startVisit(log, request, asked);
			try {
				const answer = await admit(request, asked, signal);
				return { ...answer, body: visited(answer.body, visit, deny, signal) };
			} catch (error) {
				visit.end(0, signal.aborted ? 'called off' : messageOf(error));
				signal.throwIfAborted();
				return refusal(deny(error));
			}
		},
		denials: () => [...denials],
		withheld: () => [...withheld],
		undated: () => [...undated],
		files: () => cache.files(),
	};
}

function refusal({ status, message }: Denied): DoorAnswer {
	const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
	return { status, headers, body: Buffer.from(`${message}\n`) };
}
