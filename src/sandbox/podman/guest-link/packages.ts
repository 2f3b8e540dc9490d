import { userMessage } from '../../../base/errors.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { ByteBudget } from '../../airlock/package-index/bodies.ts';
import type { PackageDoor } from '../../airlock/package-index/package-door.ts';
import type { DoorScope } from '../../airlock/package-index/scope.ts';
import type { PackagePolicy } from '../../airlock/package-policy.ts';
import { installPackagesResult, resolvePackagesResult } from '../../built-ins.ts';
import { printable } from '../../files/safe-name.ts';
import type { CallResult, CallWatch, GuestCall, Installation, Packages, Resolution } from '../../sandbox.ts';
import { type IndexesOptions, openIndexes } from './open-indexes.ts';
import { lockHash, makeLock, parseLock } from './package-lock.ts';
import type { Errand } from './relay.ts';
import { requirementName } from './requirement.ts';

export interface PackagesOptions extends IndexesOptions {
	/** Undefined where no index is set up. */
	readonly policy: PackagePolicy | undefined;
	/** The session's. */
	readonly budget: ByteBudget;
	readonly call: (call: GuestCall, watch: CallWatch) => Promise<CallResult>;
}

interface Refused {
	readonly kind: 'refused';
	readonly reason: string;
}

/** Packages of one sandbox. The airlock is open while one is resolved or installed, at no other time. */
export function createPackages(options: PackagesOptions): Packages {
	return {
		resolve: (request, watch) => resolve(options, request, watch),
		install: (text, watch) => install(options, text, watch),
		openIndexes: (names, watch) => openIndexes(options, names, watch),
	};
}

/** Characters. */
const longestReason = 700;

const noIndex = refused('no package index is set up here: an admin can name one in the settings');

async function resolve(
	options: PackagesOptions,
	{ requirements, undated }: Parameters<Packages['resolve']>[0],
	watch: CallWatch,
): Promise<Resolution> {
	watch.signal.throwIfAborted();
	const { policy } = options;
	if (policy === undefined) return noIndex;
	const names = requirements.flatMap((line) => requirementName(line) ?? []);
	if (names.length < requirements.length) return refused(wrongRequirement(requirements));
	const door = await openDoor(options, policy, { kind: 'resolve', names, undated });
	const callOf = (index: string): GuestCall => ({
		tool: 'resolve_packages',
		args: { index, requirements, timeout: policy.seconds },
	});
	const answer = await throughAirlock({ ...options, policy, errand: 'resolve', door, callOf }, watch);
	if ('kind' in answer) return answer;
	const result = resolvePackagesResult.safeParse(answer.data).data;
	if (result === undefined) return refused(answer.text);
	if ('lock' in result) return lockOf(result.lock, door);
	const withoutAge = undated ? [] : door.undated();
	return withoutAge.length > 0 ? { kind: 'undated', names: withoutAge } : refused(whyNot(door, result.problem));
}

function wrongRequirement(requirements: readonly string[]): string {
	const wrong = requirements.find((line) => requirementName(line) === undefined) ?? '';
	return `"${printable(wrong, 80)}" is not a requirement: write a name and its versions, such as humanize or lxml>=5`;
}

function lockOf(text: string, door: PackageDoor): Resolution {
	const lines = parseLock(text);
	const lock = lines && makeLock(lines, door.files());
	return lock ? { kind: 'locked', lock } : refused('the resolver named files that the index did not offer');
}

async function install(options: PackagesOptions, text: string, watch: CallWatch): Promise<Installation> {
	watch.signal.throwIfAborted();
	const lines = parseLock(text);
	if (lines === undefined) return refused('the lock is damaged: it holds more than exact versions and hashes');
	const args = { hash: lockHash(text), lock: text };
	const there = await options.call({ tool: 'install_packages', args }, watch);
	const found = installPackagesResult.safeParse(there.data).data;
	if (found === undefined) return refused(there.text);
	if ('installed' in found && found.installed) return { kind: 'installed' };
	const { policy } = options;
	if (policy === undefined) return noIndex;
	const door = await openDoor(options, policy, { kind: 'install', packages: lines });
	const callOf = (index: string): GuestCall => ({
		tool: 'install_packages',
		args: { ...args, index, timeout: policy.seconds },
	});
	const answer = await throughAirlock({ ...options, policy, errand: 'install', door, callOf }, watch);
	if ('kind' in answer) return answer;
	const result = installPackagesResult.safeParse(answer.data).data;
	if (result === undefined) return refused(answer.text);
	if ('problem' in result) return refused(whyNot(door, result.problem));
	return result.installed ? { kind: 'installed' } : refused('the environment was not made');
}

async function openDoor(
	{ budget, log }: PackagesOptions,
	policy: PackagePolicy,
	scope: DoorScope,
): Promise<PackageDoor> {
	// The HTTP client, which a sandbox without packages does not need
	const { createPackageDoor } = await import('../../airlock/package-index/package-door.ts');
	return createPackageDoor({ policy, scope, budget, log });
}

interface Trip extends PackagesOptions {
	readonly policy: PackagePolicy;
	readonly errand: Errand;
	readonly door: PackageDoor;
	/** The call that is made meanwhile; `index` is what the guest sees of the door. */
	readonly callOf: (index: string) => GuestCall;
}

/** Makes one call of the guest while the airlock is open. Rejects only with the watch's reason; nothing of the airlock is left then. */
async function throughAirlock(trip: Trip, watch: CallWatch): Promise<CallResult | Refused> {
	const { policy, errand, door, callOf, log } = trip;
	const late = AbortSignal.timeout(policy.seconds * 1_000);
	const within = AbortSignal.any([watch.signal, late]);
	try {
		const { serveAirlock } = await import('../../airlock/serve-airlock.ts');
		await using relay = await trip.startRelay(errand, within);
		await using airlock = serveAirlock({ stream: relay.stream, door, log });
		const gone = new AbortController();
		void airlock.ended.then(() => gone.abort(new Error('the airlock ended meanwhile')));
		const port = await raceAbort(airlock.port, within);
		const signal = AbortSignal.any([within, gone.signal]);
		return await trip.call(callOf(`http://127.0.0.1:${port}/simple`), { ...watch, signal });
	} catch (error) {
		watch.signal.throwIfAborted();
		if (late.aborted) return refused(`it took longer than ${policy.seconds} s`);
		return refused(`the way to the package index could not be used: ${userMessage(error)}`);
	}
}

/** The door knows best; then the installer's own words, with what was kept from it. */
function whyNot(door: PackageDoor, said: string): string {
	const denials = door.denials();
	if (denials.length > 0) return denials.join('; ');
	const withheld = door.withheld();
	return withheld.length > 0 ? `${said} (${withheld.join('; ')})` : said;
}

/** `reason` may hold what the sandbox or the index said. */
function refused(reason: string): Refused {
	return { kind: 'refused', reason: printable(reason.replaceAll(/\s+/g, ' ').trim(), longestReason) };
}
