import PQueue from 'p-queue';
import { messageOf } from '../errors.ts';
import type { Logger } from '../log.ts';
import { raceAbort } from '../race-abort.ts';
import { longestHere } from './parse-markdown.ts';
import { type RenderThread, startRenderThread } from './render-thread.ts';

/** Pure functions that make messages of texts, by name: what they take and answer can be sent to a thread. */
export type Renderers = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * What the function `name` makes of `args`: in a thread where they are long, so that no text stops everybody. One that takes that thread too
 * long, or that waits longer than `patienceMs`, is rendered here with its long texts as plain words. Never rejects but as the function throws.
 */
export type Render<All> = <Name extends keyof All & string>(
	name: Name,
	args: All[Name] extends (...args: infer Args) => unknown ? Args : never,
	patienceMs?: number,
) => Promise<All[Name] extends (...args: never[]) => infer Result ? Result : never>;

export interface Rendering<All> extends AsyncDisposable {
	readonly render: Render<All>;
}

export interface RenderingOptions<All> {
	/** What renders here what is short, and plainly what the thread does not render. */
	readonly renderers: All;
	/** What the thread runs: the same, by `serveRendering`. */
	readonly program: URL;
	/** How long the thread stays after the last text, ms; it holds 40 to 50 MB, of which the allocator keeps most for the next one. */
	readonly idleMs?: number;
	/** How long one text may take it, ms. A text of 40,000 characters takes 0.1 s on an idle core. */
	readonly limitMs?: number;
	readonly log: Logger;
}

/** How long a text waits for the thread, those before it and its own rendering, ms. */
const defaultPatienceMs = 10_000;

/** Renders in a thread that starts with the first long text and ends when idle. Texts are rendered one after another. */
export function createRendering<All extends Renderers>(options: RenderingOptions<All>): Rendering<All> {
	const { renderers, program, idleMs = 60_000, limitMs = 2000, log } = options;
	const queue = new PQueue({ concurrency: 1 });
	const disposed = new AbortController();
	let thread: RenderThread | undefined;
	let idle: NodeJS.Timeout | undefined;

	async function end(): Promise<void> {
		clearTimeout(idle);
		const ending = thread;
		thread = undefined;
		await ending?.[Symbol.asyncDispose]();
	}

	async function renderInThread(name: string, args: readonly unknown[]): Promise<unknown> {
		clearTimeout(idle);
		thread ??= startRenderThread(program);
		try {
			await thread.ready();
			return await thread.render(name, args, limitMs);
		} catch (error) {
			await end();
			throw error;
		} finally {
			idle = setTimeout(end, idleMs).unref();
		}
	}

	async function rendered(name: string, args: readonly unknown[], ms: number): Promise<unknown> {
		const signal = AbortSignal.any([disposed.signal, AbortSignal.timeout(ms)]);
		const work = queue.add(() => {
			// Nobody waits for it any more.
			signal.throwIfAborted();
			return renderInThread(name, args);
		});
		return await raceAbort(work, signal);
	}

	return {
		async render(name, args, patienceMs = defaultPatienceMs) {
			const here = () => (renderers[name] as (...given: readonly unknown[]) => never)(...args);
			if (isShort(args)) return here();
			try {
				return (await rendered(name, args, patienceMs)) as never;
			} catch (error) {
				if (!disposed.signal.aborted) log.info('A text is shown as plain words', { what: name, why: messageOf(error) });
				return here();
			}
		},
		async [Symbol.asyncDispose]() {
			disposed.abort(new Error('The renderer has been ended'));
			await end();
		},
	};
}

function isShort(args: readonly unknown[]): boolean {
	return JSON.stringify(args).length <= longestHere;
}
