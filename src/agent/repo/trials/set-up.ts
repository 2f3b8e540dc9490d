import { userMessage } from '../../../base/errors.ts';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import type { At, NotDone } from '../../../git/git.ts';
import { sanitise, tailOf } from '../../../sandbox/guest/sanitise.ts';
import type { OpenIndexes, Sandbox } from '../../../sandbox/sandbox.ts';
import type { SetUp, TrialWatch } from '../trials.ts';
import { withHint } from './installer-hints.ts';
import type { KeptLayer, Layers } from './layers.ts';
import { programs, runProgram } from './programs.ts';
import { type CommandEnd, runCommand } from './run-command.ts';
import { openTrialLab, type TrialLab, type TrialLabDeps } from './trial-lab.ts';

export interface SetUpDeps extends TrialLabDeps {
	readonly layers: Layers;
	readonly minutes: { readonly setUp: number };
}

interface SetUpOrder {
	readonly at: At;
	readonly session: string;
	readonly key: string;
}

/** Runs a set-up in a lab with its indexes open, and keeps what it has made. Rejects with the signal's reason, and as `Sandboxes.acquire` does. */
export async function makeLayer(deps: SetUpDeps, order: SetUpOrder, watch: TrialWatch): Promise<SetUp | NotDone> {
	const lab = await openTrialLab(deps, order, watch.signal);
	if (lab.kind === 'refused') return lab;
	using held = lab;
	const ran = await runSetUp(deps, order, held, watch);
	if ('kind' in ran) return ran;
	const { end, fetched, denials } = ran;
	const denied = denials.at(-1);
	if (end.code !== 0)
		return {
			kind: 'failed',
			code: end.code,
			tail: withDenials(withHint(end), denials),
			...(denied !== undefined && { denied }),
		};
	const kept = await keep(deps.layers, order, held, fetched, watch.signal);
	return kept.kind === 'kept' ? { kind: 'ready', bytes: kept.bytes, fetched, ms: end.ms } : kept;
}

interface Ran {
	readonly end: CommandEnd;
	readonly fetched: readonly string[];
	readonly denials: readonly string[];
}

async function runSetUp(
	{ minutes }: SetUpDeps,
	{ at: { repository } }: SetUpOrder,
	{ sandbox, folder }: TrialLab,
	watch: TrialWatch,
): Promise<Ran | NotDone> {
	const { setup: command = '', indexes } = repository.wishes;
	const open = indexes.length > 0 ? await sandbox.packages.openIndexes(indexes, watch) : undefined;
	if (open?.kind === 'refused') return cannot(repository.name, open.reason);
	await using doors: OpenIndexes | undefined = open;
	const problem = await ready(sandbox, folder, doors, watch.signal);
	if (problem !== undefined) return cannot(repository.name, problem);
	const env = doors?.env ?? {};
	const end = await runCommand(sandbox, { command, folder, env, minutes: minutes.setUp }, watch);
	if ('kind' in end) return cannot(repository.name, `its sandbox ended: ${end.why}`);
	return { end, fetched: doors?.fetched() ?? [], denials: doors?.denials() ?? [] };
}

async function ready(
	sandbox: Sandbox,
	folder: string,
	doors: OpenIndexes | undefined,
	signal: AbortSignal,
): Promise<string | undefined> {
	if (doors === undefined) return undefined;
	const { homeFiles: files, env } = doors;
	const order = programs.readySetUp(folder, {
		files,
		index: env['UV_DEFAULT_INDEX'] ?? '',
		registry: env['npm_config_registry'] ?? '',
	});
	return runProgram(sandbox, order, undefined, signal);
}

async function keep(
	layers: Layers,
	{ at, key }: SetUpOrder,
	{ sandbox, folder }: TrialLab,
	fetched: readonly string[],
	signal: AbortSignal,
): Promise<Extract<KeptLayer, { kind: 'kept' }> | NotDone> {
	try {
		const content = sent(sandbox, folder, signal);
		const kept = await layers.put(key, { content, fetched }, signal);
		if (kept.kind === 'kept') return kept;
		return cannot(at.repository.name, `it makes more than ${formatBytes(kept.most)}`);
	} catch (error) {
		signal.throwIfAborted();
		return cannot(at.repository.name, `what it made cannot be kept: ${userMessage(error)}`);
	}
}

/** The layer's bytes. Throws where they are not whole. */
async function* sent(sandbox: Sandbox, folder: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	await using running = await sandbox.open(programs.sendLayer(folder), signal);
	running.stream.end();
	const stop = () => void running[Symbol.asyncDispose]();
	signal.addEventListener('abort', stop);
	try {
		yield* running.stream as AsyncIterable<Uint8Array>;
		const end = await running.ended;
		if (end.kind !== 'exit' || end.code !== 0)
			throw new Error(running.lastWords().trim().split('\n').at(-1)?.slice(0, 300) || 'its program ended early');
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

const mostNamed = 5;

/** An installer says "403"; the door says why. */
function withDenials(tail: string, denials: readonly string[]): string {
	const lines = denials.slice(-mostNamed).map((line) => `- ${sanitise(line).slice(0, 200)}`);
	if (lines.length === 0) return tail;
	const note = `Not had from the package indexes:\n${lines.join('\n')}`;
	return `${tailOf(tail, 4_000 - note.length - 1)}\n${note}`;
}

function cannot(name: string, why: string): NotDone {
	return { kind: 'refused', why: `Cannot set ${name} up: ${why}` };
}
