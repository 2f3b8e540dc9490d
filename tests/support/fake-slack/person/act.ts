import { elementsOf } from '../blocks/check-blocks.ts';
import { appId, type Delivery } from '../deliver/deliveries.ts';
import { sessionAt, setSession } from '../methods/sessions.ts';
import { closeTasks } from '../methods/stream-parts.ts';
import { settleStream } from '../methods/streams.ts';
import { newTrigger } from '../methods/view-store.ts';
import { type OpenedUrl, openResponseUrl, type ResponseAnswer, showAnswer } from '../response-urls.ts';
import { contentOf, wireMessage } from '../wire/wire-message.ts';
import { channelOf, type Json, messageOf, rootOf, type StoredMessage, teamOf, userOf, type World } from '../world.ts';
import { findElement } from './find-element.ts';
import type { Acting, Interaction } from './person.ts';
import type { PersonDeps } from './write.ts';

export function createActing({ world, deliveries, userId }: PersonDeps): Acting {
	const click: Acting['click'] = async (messageTs, actionId, which) => {
		const message = messageOf(world, messageTs);
		checkSeen(message, userId);
		const { action } = findElement(contentOf(message).blocks ?? [], actionId, which);
		const reply = replyTo(world, userId, message);
		const payload = {
			...about(world, userId, message),
			type: 'block_actions',
			container: containerOf(message),
			message: wireMessage(world, message, { withMetadata: true }),
			state: { values: {} },
			response_url: reply.url,
			actions: [{ ...action, action_ts: world.clock.newTs() }],
		};
		return interaction(await deliveries.hand('interactive', 'block_actions', payload), reply);
	};
	return {
		click,
		giveFeedback(messageTs, verdict) {
			const elements = (contentOf(messageOf(world, messageTs)).blocks ?? []).flatMap(elementsOf);
			const buttons = elements.find(({ type }) => type === 'feedback_buttons');
			if (!buttons) return Promise.reject(new Error(`Message "${messageTs}" asks for no feedback`));
			const { value } = buttons[`${verdict}_button`] as { value: string };
			return click(messageTs, String(buttons['action_id']), value);
		},
		async slash(command, text, channel) {
			const { team, name, partner } = channelOf(world, channel);
			const place = { channel, user: userId, team, threadTs: undefined, original: undefined };
			const reply = openResponseUrl(world, place);
			const payload = {
				token: 'verification',
				team_id: team,
				team_domain: team.toLowerCase(),
				channel_id: channel,
				channel_name: partner ? 'directmessage' : name,
				user_id: userId,
				user_name: userOf(world, userId).name,
				command,
				text,
				api_app_id: appId,
				is_enterprise_install: 'false',
				response_url: reply.url,
				trigger_id: newTrigger(world, { user: userId, team }),
			};
			const done = interaction(await deliveries.hand('slash_commands', command, payload), reply);
			if (done.body) showAnswer(world, place, done.body as ResponseAnswer);
			return done;
		},
		async shortcut(callbackId, messageTs) {
			const common = { callback_id: callbackId, action_ts: world.clock.newTs() };
			if (messageTs === undefined) {
				const { channel: _channel, ...rest } = about(world, userId, undefined);
				return interaction(await deliveries.hand('interactive', 'shortcut', { ...rest, ...common, type: 'shortcut' }));
			}
			const message = messageOf(world, messageTs);
			const reply = replyTo(world, userId, message);
			const payload = {
				...{ ...about(world, userId, message), ...common, type: 'message_action', response_url: reply.url },
				message_ts: messageTs,
				message: wireMessage(world, message, { withMetadata: true }),
			};
			return interaction(await deliveries.hand('interactive', 'message_action', payload), reply);
		},
		stopSession: (channel, threadTs) => stopSession(world, userId, channel, threadTs),
		async renameSession(channel, threadTs, title) {
			const session = sessionAt(world, channel, threadTs);
			if (!session) throw new Error(`There is no session in thread "${threadTs}" to rename`);
			const previous = session.title;
			session.title = title;
			const { team } = channelOf(world, channel);
			const type = 'agent_session_title_changed';
			const event = {
				type,
				channel,
				user: userId,
				team_id: team,
				thread_ts: threadTs,
				title,
				event_ts: world.clock.newTs(),
			};
			const before = previous === undefined ? {} : { previous_title: previous };
			await world.emit({ subscription: type, event: { ...event, ...before }, team });
		},
	};
}

/** Slack ends the streams itself, then tells the app. */
async function stopSession(world: World, user: string, channel: string, threadTs: string): Promise<void> {
	const seen = world.options.events.includes('agent_session_stopped');
	if (!seen || sessionAt(world, channel, threadTs)?.status !== 'processing') {
		throw new Error(`Nobody sees a Stop button in thread "${threadTs}"`);
	}
	const running = [...world.messages.values()].filter(
		(message) =>
			message.channel === channel && rootOf(message) === threadTs && settleStream(world, message) === 'streaming',
	);
	for (const { stream } of running) {
		if (!stream) continue;
		stream.state = 'stopped-by-user';
		closeTasks(stream);
	}
	setSession(world, { channel, threadTs }, {});
	const type = 'agent_session_stopped';
	const streams = running.map(({ ts }) => ts);
	const event = {
		type,
		channel,
		user,
		thread_ts: threadTs,
		streaming_message_ts: streams,
		event_ts: world.clock.newTs(),
	};
	await world.emit({ subscription: type, event, team: channelOf(world, channel).team });
}

function checkSeen({ ephemeralTo, ts }: StoredMessage, user: string): void {
	if (ephemeralTo && ephemeralTo !== user) throw new Error(`"${user}" does not see message "${ts}"`);
}

function replyTo(world: World, user: string, message: StoredMessage): OpenedUrl {
	const { channel, threadTs, ts: original } = message;
	return openResponseUrl(world, { channel, user, team: channelOf(world, channel).team, threadTs, original });
}

/** The part of every interaction that says who did it and where. */
export function about(world: World, userId: string, message: StoredMessage | undefined, view?: string): Json {
	const user = userOf(world, userId);
	const channel = message && channelOf(world, message.channel);
	const team = channel?.team ?? installedTeamOf(world, userId);
	return {
		api_app_id: appId,
		token: 'verification',
		team: { id: team, domain: teamOf(world, team).name },
		user: { id: userId, username: user.name, name: user.name, team_id: user.team },
		enterprise: null,
		is_enterprise_install: false,
		trigger_id: newTrigger(world, { user: userId, team, ...(view ? { view } : {}) }),
		...(channel ? { channel: { id: channel.id, name: channel.partner ? 'directmessage' : channel.name } } : {}),
	};
}

/** Of someone from outside: the first workspace. */
export function installedTeamOf(world: World, userId: string): string {
	const { team } = userOf(world, userId);
	return world.teams.has(team) ? team : ([...world.teams.keys()][0] ?? team);
}

function containerOf({ ts, channel, threadTs, ephemeralTo }: StoredMessage): Json {
	const thread = threadTs ? { thread_ts: threadTs } : {};
	return { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: ephemeralTo !== undefined, ...thread };
}

export function interaction({ acknowledged, body, payload }: Delivery, reply?: OpenedUrl): Interaction {
	return { acknowledged, body, payload, responses: reply?.responses ?? [] };
}
