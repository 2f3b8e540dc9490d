import { z } from 'zod';
import { ApiError, json, type Method, method, text, ts, withMessages } from '../api/method.ts';
import type { Session } from '../records.ts';
import type { World } from '../world.ts';
import { checkThread, postableChannel } from './places.ts';

const write = { token: 'bot', scopes: ['chat:write'] } as const;
/** `processing` falls back to `active` after an hour; https://docs.slack.dev/ai/agent-sessions */
const processingMs = 3_600_000;
/** The older status ends by itself. */
const statusTextMs = 120_000;
const statuses = ['active', 'processing', 'suspended', 'closed'];
const place = { channel_id: text, thread_ts: ts };
const look = { icon_emoji: text.optional(), icon_url: text.optional(), username: text.optional() };

/** The session of a thread as it is now. */
export function sessionAt(world: World, channel: string, threadTs: string): Session | undefined {
	const session = world.sessions.get(`${channel} ${threadTs}`);
	if (!session) return undefined;
	const age = world.clock.now() - session.since;
	if (session.status === 'processing' && age >= processingMs) session.status = 'active';
	if (session.text !== undefined && age >= statusTextMs) session.text = undefined;
	return session;
}

/** Sets the status of a thread's session; makes it when there is none. */
export function setSession(
	world: World,
	place: { channel: string; threadTs: string },
	changes: Partial<Session>,
): void {
	const key = `${place.channel} ${place.threadTs}`;
	const known = world.sessions.get(key) ?? { status: 'active', title: undefined, text: undefined, since: 0 };
	world.sessions.set(key, { ...known, ...changes, since: world.clock.now() });
}

/** A message of the app takes the older status away. */
export function clearStatusText(world: World, channel: string, threadTs: string | undefined): void {
	const session = sessionAt(world, channel, threadTs ?? '');
	if (session?.text === undefined) return;
	Object.assign(session, { text: undefined, status: 'active' });
}

const setStatus = method(
	{ ...write, tier: 3 },
	{ ...place, ...look, status: text, title: text.optional(), initiator_user_id: text.optional() },
	(args, call) => {
		const { world } = call;
		if (!statuses.includes(args.status))
			throw withMessages('invalid_arguments', ['`status` must be one of its values']);
		if ((args.title ?? '').length > 200) throw withMessages('invalid_arguments', ['`title` is too long']);
		const { id: channel } = postableChannel(call, args.channel_id);
		checkThread(world, channel, args.thread_ts);
		const where = { channel, threadTs: args.thread_ts };
		const created = sessionAt(world, channel, args.thread_ts) === undefined;
		setSession(world, where, { status: args.status, ...(created ? { title: args.title } : {}) });
		const silent = args.status === 'processing' && !world.options.events.includes('agent_session_stopped');
		return silent ? { warning: 'missing_agent_session_stopped_event_subscription' } : {};
	},
);

const rename = method({ ...write, tier: 3 }, { ...place, title: text }, (args, call) => {
	const { id: channel } = postableChannel(call, args.channel_id);
	const session = sessionAt(call.world, channel, args.thread_ts);
	if (!session) throw new ApiError('session_not_found');
	if (args.title.length < 1 || args.title.length > 200 || args.title.includes('…')) throw new ApiError('invalid_name');
	session.title = args.title;
	return { title: args.title };
});

const setOldStatus = method(
	{ token: 'bot', scopes: ['chat:write', 'assistant:write'], tier: 'free' },
	{ ...place, ...look, status: text, loading_messages: json(z.array(z.string()).max(10)).optional() },
	(args, call) => {
		const { id: channel } = postableChannel(call, args.channel_id);
		checkThread(call.world, channel, args.thread_ts);
		const status = args.status === '' ? 'active' : 'processing';
		setSession(call.world, { channel, threadTs: args.thread_ts }, { status, text: args.status || undefined });
		return {};
	},
);

const prompt = z.strictObject({ title: z.string().min(1), message: z.string().min(1) });

/** Without a thread: the prompts stand at the top of the messages tab. */
const setSuggestedPrompts = method(
	{ token: 'bot', scopes: ['assistant:write'], tier: 3 },
	{ channel_id: text, prompts: json(z.array(prompt).min(1).max(4)), title: text.optional() },
	(args, call) => {
		const { id, kind } = postableChannel(call, args.channel_id);
		if (kind !== 'im') throw new ApiError('channel_type_not_supported');
		call.world.prompts.set(id, args.prompts);
		return {};
	},
);

export const sessionMethods: Readonly<Record<string, Method>> = {
	'agents.sessions.setStatus': setStatus,
	'agents.sessions.rename': rename,
	'assistant.threads.setStatus': setOldStatus,
	'assistant.threads.setSuggestedPrompts': setSuggestedPrompts,
};
