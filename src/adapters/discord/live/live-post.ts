import { Routes } from 'discord-api-types/v10';
import { createShowOnce, type Shown } from '../../show-once.ts';
import { editMessage } from '../api/edit-message.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { mostStreaming, progressEmbed, progressMessage } from '../render/progress.ts';
import type { ShowDeps } from '../show/show-deps.ts';
import type { LiveView } from './live-content.ts';
import type { LiveScene } from './live-message.ts';
import { liveKey, neverPosted, settledKey } from './live-parts.ts';

/** What Discord, or the way to it, has failed; `cause` says how. */
export class PlatformError extends Error {
	override readonly name = 'PlatformError';
}

/** One state of a live message. */
export interface LiveForm extends Pick<LiveView, 'lines' | 'words'> {
	readonly footer: string;
	/** It has a Stop button. */
	readonly stop: boolean;
}

/** The requests that a live message is made of. All reject with `PlatformError`, or with what the outbox rejects with. */
export interface LivePost {
	/** Posts live message `number` without a notification, known to the outbox before it is there; or finds the one that an earlier process has posted. */
	begin(number: number, form: LiveForm): Promise<Shown>;
	edit(id: string, number: number, form: LiveForm): Promise<void>;
	/** One that is gone already is fine. */
	remove(id: string): Promise<void>;
	/** The id of the one that an earlier process may have posted. */
	findLeft(number: number): Promise<string | undefined>;
	/** Notes for later processes that it has its last form; without an `id`: that it was not posted, and will not be. */
	close(number: number, id: string | undefined): Promise<void>;
}

export function createLivePost(deps: ShowDeps, scene: LiveScene): LivePost {
	const { outbox, calls } = deps;
	const { thread, place, session, turn, alreadyShown, signal } = scene;
	const { channel } = place;
	const find = (key: string) => asPlatform(() => deps.find(channel, key));
	const once = createShowOnce({ outbox, find: (_thread, key) => find(key), lookUp: 'left-over' });
	const messageIn = async (number: number, form: LiveForm): Promise<DiscordMessage> => {
		const words = form.words.trim() === '' ? '' : await deps.render('tail', [form.words, mostStreaming]);
		return rendered({ ...form, words }, [liveKey(turn, number)], deps.latch.takesComponents);
	};

	return {
		begin: (number, form) =>
			once({ session, thread, turn, key: liveKey(turn, number) }, alreadyShown, () =>
				asPlatform(async () => {
					const message = await messageIn(number, form);
					await scene.ready();
					const key = liveKey(turn, number);
					return await deps.postOnce({ channel, key, message, silent: true }, signal);
				}),
			),
		edit: (id, number, form) =>
			asPlatform(async () => {
				const content = await messageIn(number, form);
				return await editMessage(deps, { channel, message: id, content }, signal);
			}),
		remove: (id) =>
			asPlatform(async () => {
				await calls.run({ method: 'DELETE', route: Routes.channelMessage(channel, id) }, signal);
			}).catch(unlessGone),
		async findLeft(number) {
			const key = liveKey(turn, number);
			const row = alreadyShown.find((one) => one.session === session && one.key === key);
			if (!row || row.id !== undefined) return row?.id;
			const found = await find(key);
			await outbox.sent(session, key, found ?? neverPosted);
			return found;
		},
		async close(number, id) {
			const key = id === undefined ? liveKey(turn, number) : settledKey(turn, number);
			await outbox.intend({ session, thread, turn, key });
			await outbox.sent(session, key, id ?? neverPosted);
		},
	};
}

function rendered({ lines, words, footer, stop }: LiveForm, keys: string[], takesComponents: boolean): DiscordMessage {
	const options = { footer, stop, keys, streaming: words };
	return takesComponents ? progressMessage(lines, options) : progressEmbed(lines, options);
}

async function asPlatform<T>(act: () => Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (error) {
		throw new PlatformError('Discord does not take it', { cause: error });
	}
}

function unlessGone(error: unknown): void {
	const code = error instanceof PlatformError ? discordCode(error.cause) : undefined;
	if (code !== 10008) throw error;
}
