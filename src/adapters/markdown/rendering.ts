import { z } from 'zod';
import { messageOf } from '../../base/errors.ts';
import { createIdleThread } from '../../base/idle-thread.ts';
import type { Logger } from '../../base/log.ts';
import { longestHere } from './parse-markdown.ts';

/** Pure functions that make messages of texts, by name: what they take and answer can be sent to a thread. */
export type Renderers = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Calls the function `name` with `args`: in a thread where they are long, so that no text stops everybody. One that takes that thread too
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
	/** The functions that render here: short texts, and, as plain words, those that the thread does not render. */
	readonly renderers: All;
	/** The program that the thread runs: it serves these functions by `serveRendering`. */
	readonly program: URL;
	/** How long the thread stays after the last text, ms; it holds 40 to 50 MB, of which the allocator keeps most for the next one. */
	readonly idleMs?: number;
	/** How long one text may take it, ms. A text of 40,000 characters takes 0.1 s on an idle core. */
	readonly limitMs?: number;
	readonly log: Logger;
}

/** The thread's memory at most, MB: ten times what the longest answer takes. */
const mostMegabytes = 192;
const answerSchema = z.object({ value: z.unknown() });

/** How long a text waits for the thread, those before it and its own rendering, ms. */
const defaultPatienceMs = 10_000;

/** Renders in a thread that starts with the first long text and ends when idle. Texts are rendered one after another. */
export function createRendering<All extends Renderers>(options: RenderingOptions<All>): Rendering<All> {
	const { renderers, program, idleMs = 60_000, limitMs = 2000, log } = options;
	const thread = createIdleThread({
		program,
		name: 'render',
		title: 'The renderer',
		answer: answerSchema,
		resourceLimits: { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: 1 },
		idleMs,
		limitMs,
	});
	let isDisposed = false;
	return {
		async render(name, args, patienceMs = defaultPatienceMs) {
			const here = () => (renderers[name] as (...given: readonly unknown[]) => never)(...args);
			if (isShort(args)) return here();
			try {
				const { value } = await thread.ask({ name, args }, AbortSignal.timeout(patienceMs));
				return value as never;
			} catch (error) {
				if (!isDisposed) log.info('A text is shown as plain words', { what: name, why: messageOf(error) });
				return here();
			}
		},
		async [Symbol.asyncDispose]() {
			isDisposed = true;
			await thread[Symbol.asyncDispose]();
		},
	};
}

/** All that is asked of it at once: a question with its choices, the lines of a turn. */
const mostHere = 4000;

function isShort(args: readonly unknown[]): boolean {
	return JSON.stringify(args).length <= mostHere && textsIn(args).every((text) => text.length <= longestHere);
}

function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
