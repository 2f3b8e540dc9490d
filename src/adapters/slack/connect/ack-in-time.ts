import type { App, ReceiverEvent } from '@slack/bolt';
import { z } from 'zod';
import { type Clock, sleep } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { LeftBehind } from '../../intake/left-behind.ts';

/** A click, a form, a command or a shortcut as Slack sent it. */
export const actBodySchema = z.record(z.string(), z.unknown());
export type ActBody = z.infer<typeof actBodySchema>;

export interface ActsDeps {
	/** Those that were acknowledged before they were taken in. */
	readonly kept: LeftBehind<ActBody>;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

type Processes = Pick<App, 'processEvent'>;

/** Slack waits three seconds: https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response */
const patienceMs = 1000;
/** The pauses before it is taken in once more, when Slack does not tell for a while who it was of, ms. */
const pausesMs = [5000, 20_000, 60_000];

/**
 * Takes in what somebody did with our buttons, forms and commands; its listener acknowledges it. One that waits for Slack itself (who
 * somebody is, where a method is limited) is kept as it came and acknowledged without an answer, before Slack stops waiting; what there
 * is to say follows.
 */
export async function processInTime(app: Processes, event: ReceiverEvent, deps: ActsDeps): Promise<void> {
	const acking = createAcking(event);
	let keeping: Promise<(() => Promise<void>) | undefined> | undefined;
	const callOff = deps.clock.after(patienceMs, () => {
		if (acking.isDone()) return;
		keeping = keepAndAck(event, acking, deps);
	});
	try {
		await app.processEvent({ ...event, ack: acking.ack });
	} catch (error) {
		if ((await keeping) === undefined) throw error;
		await again(app, event.body, error, deps);
	} finally {
		callOff();
	}
	await (await keeping)?.();
}

/** Takes in what an earlier process has acknowledged and left. Rejects when we leave. */
export async function processLeft(app: Processes, deps: ActsDeps): Promise<void> {
	for (const { value, done } of await deps.kept.left()) {
		const event = { body: value, ack: async () => {} };
		await app.processEvent(event).catch((error: unknown) => again(app, value, error, deps));
		await done();
	}
}

/** One that cannot be kept is not acknowledged: undefined. */
async function keepAndAck({ body }: ReceiverEvent, { ack }: Acking, { kept, log }: ActsDeps) {
	const { token, ...rest } = body;
	try {
		const done = await kept.keep(rest);
		await ack();
		return done;
	} catch (error) {
		log.warn('What somebody did in Slack cannot be kept', { err: error });
		return undefined;
	}
}

/** Nobody brings it again: it is tried for a while, then whoever did it is told. Rejects when we leave. */
async function again(app: Processes, body: ActBody, first: unknown, { clock, log, signal }: ActsDeps): Promise<void> {
	let reason = first;
	for (const ms of pausesMs) {
		log.info('What somebody did in Slack is not taken in yet', { err: reason });
		await sleep(clock, ms, signal);
		try {
			return await app.processEvent({ body, ack: async () => {} });
		} catch (error) {
			reason = error;
		}
	}
	log.warn('What somebody did in Slack is not taken in', { err: reason });
	await say(body, 'That did not work. Try it once more.').catch(() => undefined);
}

interface Acking {
	/** The first one is the acknowledgement; words of a later one are said on their own. */
	readonly ack: (response?: unknown) => Promise<void>;
	isDone(): boolean;
}

function createAcking({ ack, body }: ReceiverEvent): Acking {
	let isDone = false;
	return {
		isDone: () => isDone,
		async ack(response) {
			if (isDone) return typeof response === 'string' ? await say(body, response) : undefined;
			isDone = true;
			await ack(response);
		},
	};
}

const urlSchema = z.object({ response_url: z.url() });

/** For the eyes of whoever did it; where Slack takes such words. Rejects when it does not take these. */
async function say(body: ActBody, text: string): Promise<void> {
	const url = urlSchema.safeParse(body).data?.response_url;
	if (url === undefined) return;
	const words = JSON.stringify({ text, response_type: 'ephemeral', replace_original: false });
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(url, { method: 'POST', body: words, headers, redirect: 'error' });
	if (!response.ok) throw new Error(`Slack does not take an answer: status ${response.status}`);
}
