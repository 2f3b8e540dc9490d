import type { HomeView, KnownBlock } from '@slack/types';
import type { Overview, SessionLine } from '../../../agent/commands/overview.ts';
import { groupDigits } from '../../../base/text/group-digits.ts';
import { lineOfWords } from './cut-text.ts';
import { escapeMrkdwn } from './markdown/escape-mrkdwn.ts';
import { webAddress } from './markdown/web-address.ts';
import { section } from './rendered-message.ts';
import { slackTime } from './slack-time.ts';

export interface HomeLinks {
	/** The address of a session's thread. */
	readonly deepLink: (thread: string) => string | undefined;
}

/** Slack takes 100 blocks: https://docs.slack.dev/reference/views/home-tab-views */
const mostSessions = 40;
const mostTools = 40;
const longestTitle = 300;

/** Somebody's page: their sessions, what those used, and the tools that were forged in them. Pure. */
export function homeView({ sessions, usage, tools }: Overview, { deepLink }: HomeLinks): HomeView {
	return {
		type: 'home',
		blocks: [
			header('Your sessions'),
			...(sessions.length === 0
				? [section(welcome)]
				: sessions.slice(0, mostSessions).map((line) => sessionBlock(line, deepLink(line.thread)))),
			header('What they used'),
			section(usageLine(usage)),
			header('Your tools'),
			...(tools.length === 0 ? [section('None have been forged yet.')] : tools.slice(0, mostTools).map(toolBlock)),
			...(tools.length > mostTools ? [section(`… and ${tools.length - mostTools} more`)] : []),
		],
	};
}

/** The page of somebody without rights: why they see nothing. Pure. */
export function deniedView(text: string): HomeView {
	return { type: 'home', blocks: [section(escapeMrkdwn(text))] };
}

const welcome =
	'None yet. Mention me in a channel with a question and a file, write to me directly, or take “Work on this” from the ⋮ of a message.';

function sessionBlock({ title, usedAt, id }: SessionLine, link: string | undefined): KnownBlock {
	const words = lineOfWords(title, longestTitle) || 'Untitled';
	const address = link === undefined ? undefined : webAddress(link);
	const name = address === undefined ? `*${words}*` : `*<${escapeMrkdwn(address)}|${words.replaceAll('|', '¦')}>*`;
	return section(`${name}\n${slackTime(usedAt)}   \`${lineOfWords(id, 200)}\``);
}

function usageLine({ inputTokens, outputTokens, modelCalls }: Overview['usage']): string {
	if (modelCalls === 0) return 'Nothing yet.';
	const calls = modelCalls === 1 ? '1 model call' : `${groupDigits(modelCalls)} model calls`;
	return `${groupDigits(inputTokens)} tokens in, ${groupDigits(outputTokens)} out, in ${calls}`;
}

function toolBlock({ name, purpose }: Overview['tools'][number]): KnownBlock {
	return section(`*${lineOfWords(name, 100)}*  ${lineOfWords(purpose, longestTitle)}`);
}

function header(text: string): KnownBlock {
	return { type: 'header', text: { type: 'plain_text', text } };
}
