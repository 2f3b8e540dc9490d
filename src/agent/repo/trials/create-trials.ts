import { type Clock, quietClock } from '../../../base/clock.ts';
import { userMessage } from '../../../base/errors.ts';
import type { At, NotDone } from '../../../git/git.ts';
import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import { sandboxFailed } from '../open/sandbox-failed.ts';
import type { LayOrder, SetUp, TestRun, TrialOrder, Trials, TrialWatch } from '../trials.ts';
import { layerKey } from './layer-key.ts';
import type { Layers } from './layers.ts';
import { differing, type PackageFiles, setUpFilesOf } from './lock-files.ts';
import { createOnceForAll } from './once-for-all.ts';
import { programs, runProgram } from './programs.ts';
import { type CommandLost, runCommand } from './run-command.ts';
import { makeLayer } from './set-up.ts';
import { openTrialLab, type TrialLab, type TrialLabDeps } from './trial-lab.ts';

export interface TrialsDeps extends TrialLabDeps {
	readonly layers: Layers;
	readonly packageFiles: PackageFiles;
	/** The sandbox image: what is made on another one is made anew. */
	readonly image: () => Promise<string>;
	/** The longest that each may take. */
	readonly minutes: { readonly setUp: number; readonly test: number };
	readonly clock?: Clock;
}

/** A set-up that has failed is not tried again for so long, ms: an index that was away may be back then. */
const failureLastsMs = 10 * 60_000;
const mostFailures = 100;

/** A test that was lost so soon is tried once more: nobody waits for long, ms. */
const soonMs = 5 * 60_000;

/** No network, whatever installers would look for. */
const offline = {
	npm_config_offline: 'true',
	UV_OFFLINE: '1',
	PIP_NO_INDEX: '1',
	GOPROXY: 'off',
	GOTOOLCHAIN: 'path',
	CARGO_NET_OFFLINE: 'true',
} as const;

interface Laying extends LayOrder {
	readonly loose: boolean;
}

type NotRun = Extract<TestRun, { kind: 'not-run' }>;

/** Keeps nothing open between its calls. */
export function createTrials(deps: TrialsDeps): Trials {
	const { layers, packageFiles, image, minutes, clock = quietClock } = deps;
	const onceForAll = createOnceForAll<SetUp | NotDone>();
	const failures = new Map<string, { readonly at: number; readonly failed: SetUp }>();

	/** Refused where its files cannot be listed: its mirror may have gone meanwhile. */
	async function keyOf(at: At, signal: AbortSignal): Promise<string | NotDone> {
		try {
			return layerKey({ at, files: setUpFilesOf(await packageFiles(at, signal)), image: await image() });
		} catch (error) {
			const { why } = sandboxFailed(error, signal);
			return { kind: 'refused', why: `Cannot set ${at.repository.name} up: ${why}` };
		}
	}

	async function setUp(order: TrialOrder, watch: TrialWatch, before: 'counts' | 'is-old'): Promise<SetUp | NotDone> {
		if (!isStated(order.at.repository.wishes.setup)) return { kind: 'none' };
		const at = order.base ?? order.at;
		const key = await keyOf(at, watch.signal);
		if (typeof key !== 'string') return key;
		const kept = await layers.find(key);
		if (kept) return { kind: 'ready', ...kept, ms: 0 };
		const failed = before === 'counts' ? failedLately(key) : undefined;
		return failed ?? (await makeNow({ ...order, at, key }, watch));
	}

	async function makeNow(order: TrialOrder & { readonly key: string }, watch: TrialWatch): Promise<SetUp | NotDone> {
		const made = await onceForAll.run(order.key, watch, (shared) => makeLayer(deps, order, shared));
		if (made.kind === 'failed') noteFailure(order.key, made);
		return made;
	}

	function failedLately(key: string): SetUp | undefined {
		const known = failures.get(key);
		return known && clock.now() - known.at < failureLastsMs ? known.failed : undefined;
	}

	function noteFailure(key: string, failed: SetUp): void {
		failures.delete(key);
		failures.set(key, { at: clock.now(), failed });
		for (const oldest of failures.keys()) if (failures.size > mostFailures) failures.delete(oldest);
	}

	/** `loose`: with what would be part of a change, as nothing excludes it. */
	async function layInto({ at, sandbox, folder, loose }: Laying, signal: AbortSignal): Promise<NotDone | undefined> {
		const { name } = at.repository;
		const key = await keyOf(at, signal);
		if (typeof key !== 'string') return key;
		if ((await layers.find(key)) === undefined)
			return {
				kind: 'refused',
				why: `What the set-up of ${name} has made is kept no longer: open the repository again`,
			};
		const order = programs.takeLayer(folder, loose);
		const problem = await runProgram(sandbox, order, layers.read(key, signal), signal).catch((error) => {
			signal.throwIfAborted();
			return userMessage(error);
		});
		return problem === undefined
			? undefined
			: { kind: 'refused', why: `What the set-up of ${name} has made cannot be laid: ${problem}` };
	}

	/** A fresh lab with the commit, and with what its set-up has made; or why the test is not run. */
	async function readyLab(order: TrialOrder, watch: TrialWatch): Promise<TrialLab | NotRun | NotDone> {
		const ready = await setUp(order, watch, 'is-old');
		if (ready.kind === 'refused') return ready;
		if (ready.kind === 'failed') return { kind: 'not-run', why: whyNotReady(ready) };
		const lab = await openTrialLab(deps, order, watch.signal);
		if (lab.kind === 'refused' || ready.kind === 'none') return lab;
		using undo = new DisposableStack();
		undo.use(lab);
		const notLaid = await layInto({ ...lab, at: order.base ?? order.at, loose: true }, watch.signal);
		if (notLaid) return notLaid;
		undo.move();
		return lab;
	}

	async function testOnce(order: TrialOrder, command: string, watch: TrialWatch) {
		const lab = await readyLab(order, watch);
		if (lab.kind !== 'lab') return lab;
		using held = lab;
		const { sandbox, folder } = held;
		const end = await runCommand(sandbox, { command, folder, env: offline, minutes: minutes.test }, watch);
		return 'kind' in end ? end : { kind: end.code === 0 ? ('passed' as const) : ('failed' as const), ...end };
	}

	/** A sandbox that was lost says nothing of what was tested. */
	async function test(order: TrialOrder, command: string, watch: TrialWatch): Promise<TestRun | NotDone> {
		const first = await testOnce(order, command, watch);
		if (first.kind !== 'lost') return first;
		if (first.ms > soonMs) return lost(first, 'ended before they did');
		watch.onOutput('The sandbox has ended: once more in a fresh one\n');
		const second = await testOnce(order, command, watch);
		return second.kind === 'lost' ? lost(second, 'ended before they did, twice') : second;
	}

	/** A set-up of the base may have made something else than this commit asks for. */
	async function withPackages(run: TestRun | NotDone, { at, base }: TrialOrder, signal: AbortSignal) {
		const isRun = run.kind === 'passed' || run.kind === 'failed';
		if (!isRun || base === undefined || !isStated(at.repository.wishes.setup)) return run;
		try {
			const otherPackages = differing(await packageFiles(base, signal), await packageFiles(at, signal));
			return otherPackages.length === 0 ? run : { ...run, otherPackages };
		} catch (error) {
			return sandboxFailed(error, signal);
		}
	}

	return {
		setUp: (order, watch) => setUp(order, watch, 'counts'),
		async lay(order, signal) {
			if (!isStated(order.at.repository.wishes.setup)) return { kind: 'laid' };
			return (await layInto({ ...order, loose: false }, signal)) ?? { kind: 'laid' };
		},
		async test(order, watch) {
			const { test: command } = order.at.repository.wishes;
			if (!isStated(command)) return { kind: 'not-run', why: 'no test command is stated for it' };
			return await withPackages(await test(order, command, watch), order, watch.signal);
		},
	};
}

function whyNotReady({ code, denied }: Extract<SetUp, { kind: 'failed' }>): string {
	const from = denied === undefined ? '' : ` (not had from the package indexes: ${sanitise(denied).slice(0, 120)})`;
	return `its set-up failed with exit code ${code}${from}; the next proposal tries it again`;
}

function lost({ why }: CommandLost, how: string): NotRun {
	return { kind: 'not-run', why: `the sandbox of the tests ${how} (${why})` };
}

function isStated(command: string | undefined): command is string {
	return command !== undefined && command.trim() !== '';
}
