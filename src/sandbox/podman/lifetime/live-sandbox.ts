import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { ByteBudget } from '../../airlock/package-index/bodies.ts';
import { collectArtifacts, type Found, markUnfinished } from '../../files/collect.ts';
import type { CallResult, CallWatch, GuestCall, KeptJob, Packages, Sandbox } from '../../sandbox.ts';
import type { PodmanOptions } from '../container/options.ts';
import { failedResult, lostResult, toCallResult } from '../guest-link/call-result.ts';
import { execOf } from '../guest-link/exec.ts';
import type { GuestClient } from '../guest-link/guest-client.ts';
import { createPackages } from '../guest-link/packages.ts';
import { type OpenDeps, openProcess } from '../guest-link/processes/open-process.ts';
import { createStderrLog } from '../guest-link/stderr-log.ts';
import { createTimedCall, type TimedCall } from '../guest-link/timed-call.ts';
import type { HeldBox } from '../host/host.ts';
import { diskLostText } from './disk-watch.ts';
import { createJobList } from './job-list.ts';
import type { OomWatch } from './oom-watch.ts';
import { listUsers, sweepSandbox } from './sweep.ts';
import { createDeath, type Death } from './termination.ts';
import type { Unfinished } from './unfinished.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';
import { outOfMemoryText } from './why-ended.ts';

export interface SandboxUse {
	/** When it was last used, and whether it is in use now. */
	readonly at: number;
	readonly busy: boolean;
	/** These go on in it though no turn runs. */
	readonly jobs: readonly KeptJob[];
}

/** How a sandbox is held, as it was read back. */
export interface Hold {
	readonly runtime: string;
	/** In words for people; nothing where all limits hold. */
	readonly unenforced?: readonly string[];
}

/** A running sandbox as its keeper sees it. Disposing ends it and removes what it held on the host. */
export interface LiveSandbox extends Hold, AsyncDisposable {
	readonly sandbox: Sandbox;
	readonly use: () => SandboxUse;
	/** Resolves when it can do nothing any more; why may be known later. */
	readonly gone: Promise<unknown>;
	/** Resolves with the reason, as half a sentence, once it is dead. */
	readonly dead: Promise<string>;
	/** Ends it for this reason. */
	kill(why: string): void;
}

export interface LiveOptions {
	readonly options: PodmanOptions;
	readonly session: string;
	/** Where collected artifacts are copied to on the host. */
	readonly outputs: string;
	readonly client: GuestClient;
	readonly box: HeldBox;
	/** Bytes that the session may still fetch from the package index. */
	readonly budget: ByteBudget;
	/** Known until its files are collected, by whichever sandbox of the session. */
	readonly unfinished: Unfinished;
	/** Resources that are let go with the sandbox, once it is dead. */
	readonly held: AsyncDisposableStack;
	readonly log: Logger;
}

interface Parts extends LiveOptions {
	readonly death: Death;
	readonly dog: Watchdog;
	readonly inTime: TimedCall;
	/** Aborts with the death. */
	readonly ending: AbortController;
	readonly touch: () => void;
}

const pingEveryMs = 1_000;
const pingWithinMs = 2_000;

/** Takes over a started sandbox and what it holds. */
export function createLiveSandbox(given: LiveOptions): LiveSandbox {
	const now = given.options.seams?.now ?? Date.now;
	let usedAt = now();
	const parts = assemble(given, () => {
		usedAt = now();
	});
	const { death, dog, ending } = parts;
	const jobs = createJobList(now, async () => (await listUsers(given.box)).length > 0);
	const lookAfterJobs = () =>
		void jobs.look().catch((error: unknown) => given.log.warn('Jobs cannot be looked at', { why: messageOf(error) }));
	/** Under way without a call: that is use all the same, however long it takes. */
	const working = new Set<Promise<unknown>>();
	const during = <T>(work: Promise<T>): Promise<T> => {
		const used = work.finally(() => {
			working.delete(used);
			usedAt = now();
		});
		working.add(used);
		return used;
	};
	const dead = death.dead.then((why) => {
		dog.stop();
		given.client.channel.lose(why);
		ending.abort(new Error(`Cannot use the sandbox of session "${given.session}": it ended: ${why}`));
		return why;
	});
	given.box.disk.gone(ending.signal).then(
		() => death.kill('its disk was served no more'),
		// It ended, or nobody can tell
		() => undefined,
	);
	const kill = (why: string): Promise<string> => {
		death.kill(why);
		return dead;
	};
	return {
		runtime: given.box.runtime,
		unenforced: given.box.unenforced,
		gone: given.client.gone,
		dead,
		kill: death.kill,
		use() {
			lookAfterJobs();
			return { at: usedAt, busy: dog.inFlight() > 0 || working.size > 0, jobs: jobs.now() };
		},
		sandbox: {
			async call(call, watch) {
				const result = await callTool(parts, call, watch);
				if (result.ok) jobs.note(call);
				return result;
			},
			sweep: (spare) => {
				if (spare === undefined) jobs.clear();
				return during(
					sweepSandbox({
						client: given.client,
						processes: given.box.processes,
						spare: spare !== undefined && (jobs.now().length > 0 || given.client.channel.isInUse()),
						kill,
						onUnfinished: given.unfinished.add,
					}),
				);
			},
			packages: packagesOf(parts),
			open: (order, signal) => openProcess(order, openDeps(parts), signal),
			collect: (known, signal) =>
				during(collect(parts, known, signal).then((found) => markUnfinished(found, given.unfinished.take()))),
		},
		async [Symbol.asyncDispose]() {
			death.kill('it was ended');
			await dead;
			await Promise.allSettled(working);
			await given.held.disposeAsync();
		},
	};
}

function assemble(given: LiveOptions, touch: () => void): Parts {
	const { client, box, log, options } = given;
	const death = createDeath({
		processes: box.processes,
		gone: client.gone,
		hangUp: client.close,
		memoryBytes: options.limits.memoryBytes,
		log,
	});
	const dog = createWatchdog({
		ping: () => client.answers(pingWithinMs + 5_000),
		everyMs: pingEveryMs,
		withinMs: pingWithinMs,
		onSilence: () => death.kill('it did not answer any more'),
	});
	return { ...given, inTime: createTimedCall(client), death, dog, ending: new AbortController(), touch };
}

/** The longest arguments that are sent, in characters: below the 10 MiB that the guest's reader takes. */
const maxArguments = 4_000_000;

async function callTool(parts: Parts, call: GuestCall, watch: CallWatch): Promise<CallResult> {
	const { death, dog, client, box, touch } = parts;
	watch.signal.throwIfAborted();
	if (death.why() !== undefined) return lostResult(await death.dead);
	if (JSON.stringify(call.args).length > maxArguments) {
		return failedResult(`Cannot call ${call.tool}: its arguments are longer than ${maxArguments} characters`);
	}
	touch();
	const answer = await dog.during(() => parts.inTime(call, watch)).finally(touch);
	switch (answer.type) {
		case 'result': {
			const result = toCallResult(answer.result);
			if (result.ok || !(await box.disk.isLost())) {
				return withMemoryNote(result, box.processes.oom, parts.options.limits.memoryBytes);
			}
			death.kill(diskLostText);
			return lostResult(await death.dead);
		}
		case 'refused':
			return failedResult(answer.message);
		case 'lost':
			if (answer.why === undefined) await client.close();
			else death.kill(answer.why);
			return lostResult(await death.dead);
	}
}

/** A command that the kernel killed for want of memory shows no more than "killed". Of one that went well nobody is kept waiting for the look. */
async function withMemoryNote(result: CallResult, oom: OomWatch, memoryBytes: number): Promise<CallResult> {
	const looking = oom.look();
	if (result.ok || (await looking) !== 'killed') return result;
	return { ...result, text: `${result.text}\n(${outOfMemoryText(memoryBytes)})` };
}

function packagesOf(parts: Parts): Packages {
	const { options, budget, log } = parts;
	return createPackages({
		policy: options.packages,
		indexes: options.indexes,
		budget,
		call: (call, watch) => callTool(parts, call, watch),
		startRelay: (errand, signal) =>
			parts.dog.during(async () => {
				const either = AbortSignal.any([signal, parts.ending.signal]);
				return execOf(await parts.box.relay(errand, either), createStderrLog(log));
			}),
		log,
	});
}

function openDeps(parts: Parts): OpenDeps {
	const { client, dog, death, touch } = parts;
	return {
		client,
		call: (call, watch) => callTool(parts, call, watch),
		during: (ended) => void dog.during(() => ended).finally(touch),
		kill: death.kill,
	};
}

async function collect(
	{ outputs, box, options, ending }: Parts,
	known: ReadonlyMap<string, string>,
	signal: AbortSignal,
): Promise<Found> {
	const either = AbortSignal.any([signal, ending.signal]);
	return collectArtifacts(box.disk.walkOutputs, outputs, known, options.fileLimits, either);
}
