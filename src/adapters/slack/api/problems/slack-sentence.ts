import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRequestError } from '@slack/web-api';
import { causesOf, codeOf, messageOf } from '../../../../base/errors.ts';
import { createSentences, type Meaning } from '../../../platform-trouble.ts';
import { LostResponseError } from '../calls.ts';

const askAdmin = 'Ask an admin of the workspace';
const noRoom = { why: 'the workspace allows no more files', mend: `${askAdmin} for room, or delete files` };
const noPosting = {
	why: 'only some people may post in this channel',
	mend: `${askAdmin} to allow the app to post here, or ask elsewhere`,
};
const noFiles = { why: 'the workspace has switched file uploads off', mend: `${askAdmin} to allow them for the app` };
const badToken = {
	why: 'its token is not valid any more',
	mend: 'Install the app again, and restart with its new token where it is set by hand',
};
const notInChannel = { why: 'the app is not in this channel', mend: 'Invite it with /invite and its name' };
const tooLong = { why: 'the text is longer than Slack takes', mend: 'Ask for a shorter answer, or for a file' };
const moving = { why: 'the workspace is being moved into an organisation', mend: 'Try again later' };
const ours = { why: 'Slack refuses its form', mend: 'Report this as a defect of Threadsmith' };

/** Slack's codes, each with what it means here; from the pages of the methods below https://docs.slack.dev/reference/methods */
const meanings: Readonly<Record<string, Meaning>> = {
	access_denied: { why: 'the app has no access to it', mend: 'Share it again in this thread' },
	account_inactive: badToken,
	as_user_not_supported: ours,
	cannot_reply_to_message: { why: 'Slack allows no answers to this message', mend: 'Begin a new thread' },
	channel_not_found: { why: 'the app does not see this channel', mend: 'Invite it with /invite and its name' },
	ekm_access_denied: { why: 'the organisation has suspended access by its encryption keys', mend: askAdmin },
	enterprise_is_restricted: { why: 'the organisation does not allow this app here', mend: askAdmin },
	exchanged_trigger_id: { why: 'that button was used already', mend: 'Press it once more' },
	expired_trigger_id: { why: 'Slack waited no longer than three seconds', mend: 'Press the button once more' },
	feature_not_enabled: { why: 'the workspace has it switched off', mend: askAdmin },
	file_deleted: { why: 'it was deleted', mend: 'Share it again in this thread' },
	file_not_found: { why: 'it is not there, or the app has no access to it', mend: 'Share it again in this thread' },
	file_type_not_allowed: {
		why: 'the workspace does not allow files of this kind',
		mend: `${askAdmin}, or ask for another format`,
	},
	file_upload_size_restricted: {
		why: 'it is larger than the workspace allows',
		mend: `${askAdmin}, or ask for a smaller file`,
	},
	file_uploads_disabled: noFiles,
	file_uploads_except_images_disabled: {
		why: 'the workspace allows images alone',
		mend: `${askAdmin}, or ask for an image`,
	},
	invalid_auth: badToken,
	invalid_blocks: ours,
	invalid_trigger_id: { why: 'Slack no longer knows that button', mend: 'Press the button once more' },
	is_archived: { why: 'the channel is archived', mend: 'Unarchive it, or ask in another channel' },
	is_inactive: { why: 'the channel or thread is frozen', mend: 'Ask in another channel' },
	message_not_found: { why: 'the message was deleted', mend: 'Ask again' },
	messages_tab_disabled: {
		why: 'the app takes no direct messages',
		mend: 'Switch its messages tab on in its settings (App Home)',
	},
	msg_blocks_too_long: tooLong,
	msg_too_long: tooLong,
	no_permission: { why: 'the app may not do this', mend: `${askAdmin} to install it again with all its scopes` },
	not_allowed_token_type: {
		why: 'its token is of the wrong kind',
		mend: "Set the bot's token, which begins with xoxb-",
	},
	not_authed: badToken,
	not_in_channel: notInChannel,
	org_login_required: moving,
	posting_to_channel_denied: noPosting,
	restricted_action: noPosting,
	restricted_action_non_threadable_channel: { why: 'this channel allows no threads', mend: 'Ask in another channel' },
	restricted_action_read_only_channel: noPosting,
	restricted_action_thread_locked: { why: 'the thread is locked', mend: 'Begin a new thread' },
	restricted_action_thread_only_channel: {
		why: 'this channel allows answers in threads alone',
		mend: 'Ask in a thread',
	},
	slack_connect_file_upload_sharing_blocked: {
		why: 'the other organisation of this channel takes no files',
		mend: 'Ask in a channel of your own workspace',
	},
	storage_limit_reached: noRoom,
	team_access_not_granted: { why: 'the app is not installed in this workspace', mend: 'Install it there' },
	team_added_to_org: moving,
	team_not_found: { why: 'the workspace is unknown to the app', mend: 'Install it there' },
	thread_not_found: { why: 'the thread was deleted', mend: 'Ask again in a new thread' },
	token_expired: badToken,
	token_revoked: badToken,
	two_factor_setup_required: { why: 'the workspace wants two-factor sign-in', mend: askAdmin },
	user_not_found: { why: 'Slack knows no such person', mend: 'Ask again' },
	view_too_large: tooLong,
};

/** Failed requests of Slack in words for people. */
export const { problemOf: slackProblem, sentenceOf: slackSentence } = createSentences(meaningOf);

/** Slack's own code for why it refused (`not_in_channel`); undefined for any other failure. */
export function slackCode(error: unknown): string | undefined {
	return error instanceof WebAPIPlatformError ? String(error.data.error) : undefined;
}

function meaningOf(error: unknown): Meaning {
	const code = slackCode(error);
	if (code === 'missing_scope') return missingScope(error);
	if (code !== undefined) return meanings[code] ?? unknownCode(code);
	if (error instanceof LostResponseError) {
		return (
			meanings[slackCode(error.cause) ?? ''] ?? {
				why: "Slack's answer was lost",
				mend: 'Check the connection to Slack, and try again',
			}
		);
	}
	if (error instanceof WebAPIHTTPError) {
		return { why: `Slack answered with status ${error.statusCode}`, mend: 'Try again later' };
	}
	if (error instanceof WebAPIRequestError) return unreached(error.original);
	return { why: messageOf(error), mend: 'Try again later' };
}

/** The library's own words ("fetch failed") tell nobody where to look. */
function unreached(error: Error): Meaning {
	const code = causesOf(error)
		.map(codeOf)
		.find((one) => one !== undefined);
	const isLate = causesOf(error).some(({ name }) => name === 'TimeoutError');
	const why = isLate ? 'Slack did not answer in time' : `Slack could not be reached${code ? ` (${code})` : ''}`;
	return { why, mend: 'Check the connection to Slack, and try again' };
}

function missingScope(error: unknown): Meaning {
	const needed =
		error instanceof WebAPIPlatformError && 'needed' in error.data ? String(error.data['needed']) : 'it needs';
	return {
		why: `the app lacks the scope ${needed}`,
		mend: `Add ${needed} to the bot's scopes in the app's settings, and reinstall the app`,
	};
}

/** Anything but a code is a page of somebody between us and Slack. */
function unknownCode(code: string): Meaning {
	const isCode = /^[\w.:-]{1,80}$/.test(code);
	return {
		why: isCode ? `Slack answered "${code}"` : 'what answered was not Slack',
		mend: isCode
			? 'Look the code up in the documentation of Slack, or try again later'
			: 'Check SLACK_API_URL and the proxy',
	};
}

/** Slack's words for a method that a workspace does not have: GovSlack, gateways, plans without it. */
const never = [
	'unknown_method',
	'method_deprecated',
	'feature_not_enabled',
	'feature_disabled',
	'not_allowed_token_type',
];

/** Whether this refusal means that the workspace does not have the method, now or later. */
export function isNeverThere(error: unknown): boolean {
	return never.includes(slackCode(error) ?? '');
}
