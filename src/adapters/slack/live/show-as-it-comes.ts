import { sleep } from '../../../base/clock.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { type Fed, feedStream } from './feed-stream.ts';
import { beginPart, type FirstForm, type LivePart, partKey, updateMessage } from './live-part.ts';
import { failed, nextNumber, streamEnded, withFed, withGone, withPart } from './live-state.ts';
import { endNow, logged, move, type Work } from './live-work.ts';
import { settleParts } from './settle-parts.ts';
import { begunAfter } from './slack-scene.ts';
import type { Stream } from './stream.ts';

/** https://docs.slack.dev/ai/developing-agents asks for no more than one edit in three seconds. */
const editMs = 3000;

/** Shows what is new as it comes, in one message after another, until the signal fires or no message can be posted. Never rejects. */
export async function showAsItComes(work: Work): Promise<void> {
	const { content, signal, deps } = work;
	try {
		for (;;) {
			await content.more(signal);
			await showOn(work);
		}
	} catch (error) {
		move(work, failed);
		work.begun.reject(error);
		if (!signal.aborted) deps.log.warn('Slack does not show a turn as it runs', { err: error });
	}
}

/** In one more message, for as long as that can be. */
async function showOn(work: Work): Promise<void> {
	const chunks = work.content.outbound.take();
	const after = work.state.parts.at(-1)?.ts ?? begunAfter(work.scene);
	const { ts, number, stream } = await begin(work, { chunks, instead: () => editedForm(work), after });
	if (stream) await streamOn(work, { ts, number, stream }, chunks);
	else await editOn(work, { ts, number });
}

async function begin(work: Work, first: FirstForm): Promise<LivePart> {
	const { deps, scene, signal } = work;
	const part = await beginPart(deps, scene, nextNumber(work.state), first, signal);
	move(work, (state) => withPart(state, part));
	work.begun.resolve(part.ts);
	return part;
}

type StreamedPart = LivePart & { readonly stream: Stream };

async function streamOn(work: Work, part: StreamedPart, begunWith: FirstForm['chunks']): Promise<void> {
	const { deps, content, signal } = work;
	const fed = await feedStream({ clock: deps.clock, log: deps.log, content }, part.stream, begunWith, signal);
	move(work, (state) => withFed(state, fed));
	if (fed.reason === 'page') await turnPage(work, part, fed);
	if (fed.reason === 'stopped-by-person') endNow(work, new Error('Stopped'));
}

/** Ends a message whose turn goes on in the next one. */
async function turnPage(work: Work, part: StreamedPart, { hasWords }: Fed): Promise<void> {
	const { deps, scene, content } = work;
	const { number, stream } = part;
	const end = { chunks: content.outbound.turnPage(), blocks: [], keys: [partKey(scene.turn, number)], goesOn: true };
	await stream.stop(end, deps.signal).catch(logged(work, 'Slack stream cannot be ended'));
	move(work, streamEnded);
	if (!hasWords && content.memory.lines(number).length === 0) await takeAway(work, part);
}

/** A message that says nothing is taken away now; where that fails, with the others. */
async function takeAway(work: Work, { number, ts }: LivePart): Promise<void> {
	const { deps, scene } = work;
	const nothing = { linesOf: () => [], keysOf: () => [], footer: '' };
	move(work, (state) => withGone(state, number, true));
	await settleParts(deps, scene, [{ number, ts, streams: false }], nothing).catch((error: unknown) => {
		move(work, (state) => withGone(state, number, false));
		logged(work, 'Slack message cannot be taken away')(error);
	});
}

/** Edits a message until the signal fires. */
async function editOn(work: Work, part: Pick<LivePart, 'ts' | 'number'>): Promise<never> {
	const { deps, content, signal } = work;
	for (;;) {
		await sleep(deps.clock, editMs, signal);
		await content.more(signal);
		while (content.outbound.take().length > 0);
		await edit(work, part, await editedForm(work)).catch(logged(work, 'Slack message cannot be edited'));
	}
}

async function edit(
	{ deps, scene, signal }: Work,
	{ ts, number }: Pick<LivePart, 'ts' | 'number'>,
	message: RenderedMessage,
): Promise<void> {
	const keys = [partKey(scene.turn, number)];
	await updateMessage({ calls: deps.calls, signal }, scene, { ts, keys, message, urgency: 'progress' });
}

/** All of it, for a message that does not stream. */
function editedForm({ deps, content }: Work): Promise<RenderedMessage> {
	return deps.render('edited', [content.memory.lines(), content.memory.words()]);
}
