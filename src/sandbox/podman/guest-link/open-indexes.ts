import { userMessage } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { IndexesPolicy, PackageIndexName } from '../../airlock/indexes/indexes-policy.ts';
import { installerSettings } from '../../airlock/indexes/installer-settings.ts';
import { printable } from '../../files/safe-name.ts';
import type { CallWatch, OpenIndexes } from '../../sandbox.ts';
import type { Exec } from './exec.ts';
import type { Errand } from './relay.ts';

export interface IndexesOptions {
	/** For set-ups of repositories; undefined where none are to be had. */
	readonly indexes?: IndexesPolicy | undefined;
	/** Starts the relay in the sandbox. */
	readonly startRelay: (errand: Errand, signal: AbortSignal) => Promise<Exec>;
	readonly log: Logger;
}

interface Refused {
	readonly kind: 'refused';
	readonly reason: string;
}

/** A relay starts in a second or two; on a busy machine with a kernel of its own in ten, ms. */
const readyMs = 30_000;

/** As `Packages.openIndexes`. */
export async function openIndexes(
	options: IndexesOptions,
	names: readonly string[],
	watch: CallWatch,
): Promise<OpenIndexes | Refused> {
	watch.signal.throwIfAborted();
	const { indexes: policy } = options;
	if (policy === undefined) return refused('no package indexes are set up here for set-ups');
	const wrong = names.find((name) => urlOf(policy, name) === undefined);
	if (wrong !== undefined) return refused(`no package index "${printable(wrong, 40)}" is set up here`);
	try {
		return await open(options, policy, names as readonly PackageIndexName[], watch.signal);
	} catch (error) {
		watch.signal.throwIfAborted();
		return refused(`the way to the package indexes could not be opened: ${userMessage(error)}`);
	}
}

function urlOf({ urls }: IndexesPolicy, name: string): string | undefined {
	return Object.entries(urls).find(([known]) => known === name)?.[1];
}

async function open(
	{ startRelay, log }: IndexesOptions,
	policy: IndexesPolicy,
	names: readonly PackageIndexName[],
	signal: AbortSignal,
): Promise<OpenIndexes> {
	// The HTTP client, which a sandbox without packages does not need
	const [{ createIndexesDoor }, { serveAirlock }] = await Promise.all([
		import('../../airlock/indexes/indexes-door.ts'),
		import('../../airlock/serve-airlock.ts'),
	]);
	const within = AbortSignal.any([signal, AbortSignal.timeout(readyMs)]);
	let origin = '';
	const door = createIndexesDoor({ policy, names, origin: () => origin, log });
	await using undo = new AsyncDisposableStack();
	// Anything but `resolve` passes on all that it is asked
	const relay = undo.use(await startRelay('install', within));
	const airlock = undo.use(serveAirlock({ stream: relay.stream, door, log, requests: policy.requests }));
	origin = `http://127.0.0.1:${await raceAbort(airlock.port, within)}`;
	const held = undo.move();
	return {
		kind: 'open',
		...installerSettings(names, origin),
		fetched: door.fetched,
		denials: door.denials,
		[Symbol.asyncDispose]: () => held.disposeAsync(),
	};
}

function refused(reason: string): Refused {
	return { kind: 'refused', reason: printable(reason.replaceAll(/\s+/g, ' ').trim(), 700) };
}
