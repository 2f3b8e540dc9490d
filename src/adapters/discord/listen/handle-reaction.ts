import { type APIUser, type GatewayMessageReactionAddDispatchData, Routes } from 'discord-api-types/v10';
import { channelOf } from '../connect/places.ts';
import { personMet } from '../decode/who-spoke.ts';
import { messageKey } from '../thread-keys.ts';
import type { HandleDeps } from './listen-deps.ts';

/** ❌ on a message in a thread whose turn runs, or on the message that the thread was begun on, stops the turn. `number`: the event's in its session. */
export async function handleReaction(
	reaction: GatewayMessageReactionAddDispatchData,
	number: number,
	deps: HandleDeps,
): Promise<void> {
	const { user_id, channel_id, message_id, emoji, member } = reaction;
	if (emoji.name !== '❌' || user_id === deps.self.botUser) return;
	const running = deps.running.at(channel_id) ?? deps.running.at(message_id);
	if (!running) return;
	const { thread } = running;
	const channel = await channelOf(channel_id, deps);
	const user = member?.user ?? (await userOf(user_id, deps));
	if (!channel || user.bot) return;
	const person = await personMet({ user, member, channel }, deps);
	const key = `${messageKey({ channel: channel_id, message: message_id })}/x/${user_id}/${number}`;
	await deps.accept({ type: 'stop', key, thread, person, at: new Date(deps.clock.now()).toISOString() });
}

/** In direct conversations Discord says only whose it is. */
function userOf(user: string, { calls, signal }: HandleDeps): Promise<APIUser> {
	return calls.run<APIUser>({ method: 'GET', route: Routes.user(user) }, signal);
}
