import type { PackagePolicy } from '../package-policy.ts';
import type { ByteBudget } from './bodies.ts';
import { counted, heldUntilRight, whole } from './bodies.ts';
import { type Choice, chooseFiles, type FileRule, type Wheel } from './choose-files.ts';
import { Denied } from './denied.ts';
import type { DoorLimits } from './door-limits.ts';
import type { DoorAnswer } from './exchange.ts';
import { onceEach } from './once-each.ts';
import { normalName, requiredNames } from './package-names.ts';
import { drawPage } from './pages/draw-page.ts';
import { pageAccept, readPage } from './pages/read-page.ts';
import { metadataOfWheel } from './pages/wheel-metadata.ts';
import type { Asked } from './read-path.ts';
import type { DoorScope } from './scope.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';
import type { WheelCache } from './wheel-cache.ts';

export interface AnswersDeps {
	readonly policy: PackagePolicy;
	readonly scope: DoorScope;
	readonly budget: ByteBudget;
	readonly limits: DoorLimits;
	readonly now: () => number;
	readonly cache: WheelCache;
	readonly upstream: Upstream;
	/** Hears what became of the files of a project's page. */
	readonly onChoice: (name: string, choice: Choice) => void;
}

/** Answers requests that the door knows. Rejects with `Denied` and with the signal's reason. */
export interface Answers {
	page(name: string, accept: string, signal: AbortSignal): Promise<DoorAnswer>;
	file(asked: Exclude<Asked, { kind: 'page' }>, method: 'GET' | 'HEAD', signal: AbortSignal): Promise<DoorAnswer>;
}

type NamedFile = Pick<Exclude<Asked, { kind: 'page' }>, 'name' | 'sha256' | 'filename'>;

const dayMs = 86_400_000;
/** Metadata that was taken out of wheels, each of at most a megabyte. */
const mostKept = 64;

export function createAnswers(deps: AnswersDeps): Answers {
	const { policy, scope, budget, limits, now, cache, upstream, onChoice } = deps;
	const unpacked = new Map<string, Buffer>();
	// Who asks for a page of megabytes over and over, many times at once, gets it from memory
	const oncePerName = onceEach<readonly Wheel[]>();

	/** All of a small body, or a wheel's in parts. */
	function body(
		answer: UpstreamAnswer,
		what: string,
		cap: number,
		sha256: string | undefined,
	): AsyncIterable<Uint8Array> {
		if (answer.status !== 200)
			throw new Denied(`the index answered ${answer.status} (asked for ${what})`, { status: 502 });
		const bytes = counted(answer.body, { what, cap, budget });
		return sha256 === undefined ? bytes : heldUntilRight(bytes, sha256, what);
	}

	async function wheelBody(wheel: Wheel, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
		const answer = await upstream.get(wheel.url, { what: wheel.filename, accept: '*/*' }, signal);
		return body(answer, wheel.filename, limits.wheel, wheel.sha256);
	}

	async function metadataBeside(wheel: Wheel, signal: AbortSignal): Promise<Buffer | undefined> {
		if (wheel.metadata.kind === 'none') return undefined;
		const url = new URL(wheel.url);
		url.pathname += '.metadata';
		const what = `${wheel.filename}.metadata`;
		const answer = await upstream.get(url, { what, accept: '*/*' }, signal);
		return isMissing(answer) ? undefined : whole(body(answer, what, limits.metadata, wheel.metadata.sha256));
	}

	async function metadataWithin(wheel: Wheel, signal: AbortSignal): Promise<Buffer> {
		const known = unpacked.get(wheel.sha256);
		if (known) return known;
		const bytes = await wheelBody(wheel, signal);
		const metadata = await metadataOfWheel(bytes, wheel.filename, limits.metadata);
		if (unpacked.size >= mostKept) unpacked.clear();
		unpacked.set(wheel.sha256, metadata);
		return metadata;
	}

	async function metadataOf(wheel: Wheel, signal: AbortSignal): Promise<DoorAnswer> {
		const bytes = (await metadataBeside(wheel, signal)) ?? (await metadataWithin(wheel, signal));
		cache.open(requiredNames(bytes.toString('utf8')));
		return answerWith('text/plain; charset=utf-8', bytes);
	}

	async function wheelsOf(name: string, signal: AbortSignal): Promise<readonly Wheel[]> {
		const what = `the page of ${name}`;
		const answer = await upstream.get(upstream.at(`${name}/`), { what, accept: pageAccept }, signal);
		if (isMissing(answer)) throw new Denied(`there is no package named ${name} in the index`, { status: 404 });
		const text = (await whole(body(answer, what, limits.page, undefined))).toString('utf8');
		const choice = chooseFiles(name, readPage(text, answer.type, answer.url), ruleOf(scope, policy, name), now());
		const wheels = choice.kind === 'some' ? choice.wheels : [];
		cache.put(wheels);
		onChoice(name, choice);
		return wheels;
	}

	/** Of a lock that somebody else has made: no page of it was asked for. */
	async function wheelOf({ name, sha256, filename }: NamedFile, signal: AbortSignal): Promise<Wheel | undefined> {
		if (scope.kind !== 'any') return undefined;
		await oncePerName(name, () => wheelsOf(name, signal));
		return cache.find(sha256, filename);
	}

	return {
		async page(name, accept, signal) {
			if (!cache.isOpen(name))
				throw new Denied(`${name} was not asked for, and nothing that was requires it`, { status: 403 });
			const wheels = await oncePerName(name, () => wheelsOf(name, signal));
			const page = drawPage(name, wheels, accept);
			return answerWith(page.type, Buffer.from(page.text));
		},
		async file({ kind, name, sha256, filename }, method, signal) {
			const wheel = cache.find(sha256, filename) ?? (await wheelOf({ name, sha256, filename }, signal));
			if (!wheel) throw new Denied(`${filename} is on no page that was served`, { status: 404 });
			if (kind === 'wheel' && scope.kind === 'resolve') {
				throw new Denied(`${filename} is not served while versions are looked for`, { status: 403 });
			}
			if (method === 'HEAD') return answerWith('application/octet-stream', new Uint8Array());
			if (kind === 'metadata') return metadataOf(wheel, signal);
			return answerWith('application/octet-stream', await wheelBody(wheel, signal));
		},
	};
}

function isMissing({ status }: UpstreamAnswer): boolean {
	return status === 404 || status === 410;
}

/** How old files must be was looked at when they were locked; since then they have become older. */
function ruleOf(scope: DoorScope, policy: PackagePolicy, name: string): FileRule {
	if (scope.kind !== 'install') {
		const undated = scope.kind === 'any' ? scope.undated(name) : scope.undated;
		return { leastAgeMs: policy.leastAgeDays * dayMs, undated, only: undefined };
	}
	const locked = scope.packages.filter((item) => normalName(item.name) === name).flatMap(({ sha256s }) => sha256s);
	return { leastAgeMs: 0, undated: true, only: new Set(locked.map((hex) => hex.toLowerCase())) };
}

/** Nothing is kept by the installer: the next door may be a narrower one. */
function answerWith(type: string, body: DoorAnswer['body']): DoorAnswer {
	return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body };
}
