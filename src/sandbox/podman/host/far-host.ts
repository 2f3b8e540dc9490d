import type { z } from 'zod';
import { raceAbort } from '../../../base/race-abort.ts';
import type { HelperEnd } from '../container/options.ts';
import { walkFar } from '../line/far-walk.ts';
import { createHelperLine, HelperGone, type HelperLine } from '../line/helper-line.ts';
import type { Box, BoxDisk, HeldBox, Host, Processes } from './host.ts';
import { openStream } from './open-stream.ts';
import { answers, type HostOrder } from './orders.ts';

type Line = HelperLine<HostOrder>;

const neverOff = new AbortController().signal;

/** Those that are spoken over already: a line has one who asks, whichever sandboxes he asks for. */
const lines = new WeakMap<HelperEnd['line'], Line>();

/** Containers of one kind that root's helper makes. Disposing has it end them all, and leaves the line as it is. */
export function createFarHost(helper: HelperEnd): Host {
	const { of } = helper;
	const line = lines.get(helper.line) ?? keptOpen(lineTo(helper), helper);
	lines.set(helper.line, line);
	return {
		async ready(signal) {
			const { runtime, ...rest } = await ask(line, { verb: 'ready', of }, answers.ready, signal);
			return { runtime, ...rest };
		},
		async passOver(runtime, why) {
			const order = { verb: 'pass-over', of, runtime, why: why.slice(0, mostWhy) } as const;
			return (await ask(line, order, answers.passOver, neverOff)).passed;
		},
		async boot(order, signal) {
			const { diskBytes } = order;
			const booting: HostOrder =
				'pool' in order ? { verb: 'boot-waiting', diskBytes } : { verb: 'boot', session: order.session, diskBytes };
			const { box, stream: offer } = await ask(line, booting, answers.boot, signal);
			const end = () => unlessGone(line.ask({ verb: 'end', box }, neverOff));
			return farBox(line, box, await orElse(end, openStream(offer)));
		},
		async clear() {
			if (helper.isClear !== true) await line.ask({ verb: 'clear' }, neverOff);
		},
		async [Symbol.asyncDispose]() {
			await unlessGone(line.ask({ verb: 'close', of }, neverOff));
		},
	};
}

/** It cannot be started anew: when it ends, so does this process. */
function lineTo({ line }: HelperEnd): Line {
	let isTaken = false;
	return createHelperLine("root's helper", async () => {
		if (isTaken) throw new HelperGone("root's helper ended");
		isTaken = true;
		return { input: line, output: line, end: async () => '' };
	});
}

/** A process whose other work is done waits for its answers, though it does not for the line as such (`unref`). */
function keptOpen(inner: Line, { line }: HelperEnd): Line {
	let asked = 0;
	return {
		...inner,
		async ask(order, signal) {
			asked += 1;
			if (asked === 1) line.ref?.();
			try {
				return await inner.ask(order, signal);
			} finally {
				asked -= 1;
				if (asked === 0) line.unref?.();
			}
		},
	};
}

/** Characters of a reason that the helper takes. */
const mostWhy = 1_000;

async function ask<Done extends z.ZodType>(
	line: Line,
	order: HostOrder,
	done: Done,
	signal: AbortSignal,
): Promise<z.infer<Done>> {
	return done.parse((await line.ask(order, signal)).done);
}

/** A helper that is gone has done it: nothing of its sandboxes is left. */
async function unlessGone(asked: Promise<unknown>): Promise<void> {
	await asked.catch((error: unknown) => {
		if (!(error instanceof HelperGone)) throw error;
	});
}

/** Undoes what cannot be used. */
async function orElse<T>(undo: () => Promise<unknown>, using: Promise<T>): Promise<T> {
	return using.catch(async (error: unknown) => {
		await undo();
		throw error;
	});
}

function farBox(line: Line, box: string, stream: Box['stream']): Box {
	return {
		stream,
		async give({ session, diskBytes }, signal) {
			await line.ask({ verb: 'give', box, session, diskBytes }, signal);
		},
		async hold(signal) {
			const held = await ask(line, { verb: 'hold', box }, answers.hold, signal);
			return heldBox(line, box, held);
		},
		async [Symbol.asyncDispose]() {
			stream.destroy();
			await unlessGone(line.ask({ verb: 'end', box }, neverOff));
		},
	};
}

function heldBox(line: Line, box: string, held: Pick<HeldBox, 'runtime' | 'unenforced'>): HeldBox {
	return {
		...held,
		processes: farProcesses(line, box),
		disk: farDisk(line, box),
		async relay(errand, signal) {
			const { relay, stream } = await ask(line, { verb: 'relay', box, errand }, answers.relay, signal);
			const kill = () => line.ask({ verb: 'end-relay', box, relay }, neverOff).then(nothing, nothing);
			return { raw: await orElse(kill, openStream(stream)), kill };
		},
	};
}

/** Of a helper, or a container, that is gone nothing can be learnt, and nothing need be done. */
const nothing = () => undefined;

function farProcesses(line: Line, box: string): Processes {
	return {
		kill: () => line.ask({ verb: 'kill', box }, neverOff).then(nothing, nothing),
		any: async () => (await ask(line, { verb: 'any', box }, answers.yes, neverOff).catch(nothing))?.yes ?? false,
		users: async () => (await ask(line, { verb: 'users', box }, answers.users, neverOff)).users,
		exitCode: async () =>
			(await ask(line, { verb: 'exit-code', box }, answers.exitCode, neverOff).catch(nothing))?.code,
		oom: {
			look: async () => (await ask(line, { verb: 'oom', box }, answers.oom, neverOff).catch(nothing))?.sign ?? 'none',
		},
	};
}

/** Root's kernel serves it, for ever. */
function farDisk(line: Line, box: string): BoxDisk {
	return {
		gone: (signal) => raceAbort(new Promise(() => undefined), signal),
		isLost: async () => (await ask(line, { verb: 'disk-lost', box }, answers.yes, neverOff)).yes,
		walkOutputs(hostDevice, signal) {
			const open = (within: AbortSignal) => line.ask({ verb: 'walk', box, hostDevice }, within);
			return walkFar({ open, ask: line.ask }, signal);
		},
	};
}
