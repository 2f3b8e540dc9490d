import { App, AuthorizationError, type Receiver as BoltReceiver, type Context } from '@slack/bolt';
import { z } from 'zod';
import type { Logger } from '../../../base/log.ts';
import { clickSchema } from '../decode/click.ts';
import { changeEventSchema } from '../decode/decode-change.ts';
import { messageEventSchema, type Self } from '../decode/decode-message.ts';
import { NotInstalledError, type OpenInstallations } from '../install/open-installations.ts';
import { handleChange } from '../listen/handle-change.ts';
import { handleClick } from '../listen/handle-click.ts';
import { handleForm, submissionSchema } from '../listen/handle-form.ts';
import { type Arrival, type HandleDeps, handleMessage } from '../listen/handle-message.ts';
import { handleShortcut, shortcutSchema } from '../listen/handle-shortcut.ts';
import { handleSlash } from '../listen/handle-slash.ts';
import { handleReaction, handleSessionStopped, reactionSchema, sessionStoppedSchema } from '../listen/handle-stop.ts';
import { homeOpenedSchema, showHome } from '../listen/home.ts';
import { titleChangedSchema } from '../show/session-title.ts';
import { slackLogger } from '../slack-logger.ts';
import { shortcutId } from '../slack-needs.ts';
import { threadAt } from '../thread-keys.ts';

export interface AppDeps {
	readonly handle: HandleDeps;
	readonly installations: OpenInstallations;
	/** Runs what nobody waits for. */
	readonly background: (what: string, work: Promise<void>) => void;
	readonly log: Logger;
}

/** Bolt's part is to bring what comes in to the listener that it is for. Its receiver is not its own: deliveries are handed to `processEvent`. */
export function createApp(deps: AppDeps): App {
	const { installations, log } = deps;
	const app = new App({
		receiver: elsewhere,
		authorize: (source) => installations.authorize(source),
		convoStore: false,
		logger: slackLogger(log, 'Slack events'),
	});
	app.error(async (error) => {
		// Nobody is there to whom it could be delivered again.
		if (error instanceof AuthorizationError && error.original instanceof NotInstalledError) {
			log.warn('Slack event is for a workspace without the app', { err: error.original });
			return;
		}
		throw error;
	});
	listenToEvents(app, deps);
	listenToPeople(app, deps);
	return app;
}

const elsewhere: BoltReceiver = { init() {}, start: async () => undefined, stop: async () => undefined };

/** Events: acknowledged when their listener resolves. An event in a form that we do not know is left alone. */
function listenToEvents(app: App, { handle, installations, background, log }: AppDeps): void {
	app.event('message', async ({ event, context, body }) => {
		const message = messageEventSchema.safeParse(event).data;
		const change = changeEventSchema.safeParse(event).data;
		if (change) await handleChange(change, arrivalOf(context, body), handle);
		else if (message) await handleMessage(message, arrivalOf(context, body), handle);
	});
	app.event('app_mention', async ({ event, context, body }) => {
		const message = messageEventSchema.safeParse(event).data;
		if (message) await handleMessage(message, arrivalOf(context, body), handle);
	});
	app.event('reaction_added', async ({ event, context, body }) => {
		const reaction = reactionSchema.safeParse(event).data;
		if (reaction) await handleReaction(reaction, arrivalOf(context, body), handle);
	});
	app.event('agent_session_stopped', async ({ event, context, body }) => {
		const stopped = sessionStoppedSchema.safeParse(event).data;
		if (stopped) await handleSessionStopped(stopped, arrivalOf(context, body), handle);
	});
	app.event('agent_session_title_changed', async ({ event, context }) => {
		const changed = titleChangedSchema.safeParse(event).data;
		const { team, botUser } = selfOf(context);
		if (changed && changed.user !== botUser)
			await handle.titles.named(threadAt({ team, channel: changed.channel, ts: changed.thread_ts }));
	});
	app.event('app_home_opened', async ({ event, context }) => {
		const opened = homeOpenedSchema.safeParse(event).data;
		if (opened) background('Slack home cannot be shown', showHome(opened, selfOf(context).team, handle));
	});
	app.event('member_joined_channel', async ({ event: { user, channel }, context }) => {
		const { team, botUser } = selfOf(context);
		if (user === botUser) handle.comesBack?.(`${team}-${channel}`);
	});
	for (const type of ['channel_unarchive', 'group_unarchive'] as const) {
		app.event(type, async ({ event: { channel }, context }) => {
			handle.comesBack?.(`${selfOf(context).team}-${channel}`);
		});
	}
	app.event('team_access_granted', async ({ event, context: { teamId } }) => {
		const { team_ids } = teamsSchema.parse(event);
		// Threads are the organisation's where the app is installed in that.
		for (const team of teamId === undefined ? team_ids : [...team_ids, teamId]) handle.comesBack?.(team);
	});
	app.event('app_uninstalled', async ({ body }) => removeInstallation(body, installations));
	app.event('tokens_revoked', async ({ event, body }) => {
		const revoked = z.object({ tokens: z.object({ bot: z.array(z.string()).nullish() }) }).safeParse(event).data;
		if ((revoked?.tokens.bot ?? []).length > 0) await removeInstallation(body, installations);
		else log.info('Slack tokens of people were revoked');
	});
}

/** Presses, forms and commands: acknowledged by the listener itself, for it may answer with something. */
function listenToPeople(app: App, { handle }: AppDeps): void {
	app.action(/.*/, async ({ body, context, ack, respond }) => {
		const click = clickSchema.safeParse(body).data;
		if (click) await handleClick(click, { self: selfOf(context), ack: () => ack(), respond }, handle);
		else await ack();
	});
	app.view(/.*/, async ({ body, context, ack }) => {
		const submission = body.type === 'view_submission' ? submissionSchema.safeParse(body).data : undefined;
		if (!submission) return await ack();
		const answer = (errors?: Readonly<Record<string, string>>) =>
			errors ? ack({ response_action: 'errors', errors }) : ack();
		await handleForm(submission, { self: selfOf(context), ack: answer }, handle);
	});
	app.command(/^\//, async ({ command, context, ack, respond }) => {
		const { team } = selfOf(context);
		await handleSlash({ team, command, respond, ack: (text) => ack(text) }, handle);
	});
	app.shortcut(shortcutId, async ({ body, context, ack, respond }) => {
		const shortcut = shortcutSchema.safeParse(body).data;
		if (shortcut) await handleShortcut(shortcut, { self: selfOf(context), ack: () => ack(), respond }, handle);
		else await ack();
	});
}

function arrivalOf(context: Context, body: { readonly is_ext_shared_channel?: boolean }): Arrival {
	return { self: selfOf(context), external: body.is_ext_shared_channel === true };
}

/** As `authorize` has found it. */
function selfOf({ teamId, botUserId, botId }: Context): Self {
	if (teamId === undefined || botUserId === undefined || botId === undefined)
		throw new Error('Slack event came without an installation');
	return { team: teamId, botUser: botUserId, botId };
}

const teamsSchema = z.object({ team_ids: z.array(z.string()).default([]) });

const ownerSchema = z.object({
	team_id: z.string().nullish(),
	enterprise_id: z.string().nullish(),
	is_enterprise_install: z.boolean().nullish(),
	authorizations: z
		.array(
			z.object({
				team_id: z.string().nullish(),
				enterprise_id: z.string().nullish(),
				is_enterprise_install: z.boolean().nullish(),
			}),
		)
		.nullish(),
});

/** Such events come without an authorisation: there is none any more. */
async function removeInstallation(body: unknown, installations: OpenInstallations): Promise<void> {
	const parsed = ownerSchema.safeParse(body).data;
	const named = parsed?.authorizations?.[0] ?? parsed;
	const owner = named?.is_enterprise_install || !named?.team_id ? named?.enterprise_id : named.team_id;
	if (owner) await installations.remove(owner);
}
