import type { HomeView, KnownBlock } from '@slack/types';
import type { Overview, SessionLine } from '../../../agent/commands/overview.ts';
import { escaped, shortened } from './mrkdwn.ts';
import { neutralise } from './neutralise.ts';

export interface HomeLinks {
	/** The address of a session's thread. */
	readonly deepLink: (thread: string) => string | undefined;
}

/** Slack takes 100 blocks: https://docs.slack.dev/reference/views/home-tab-views */
const mostTools = 20;

/** Somebody's page: their sessions, what those used, and the tools that were forged in them. Pure. */
export function homeView({ sessions, usage, tools }: Overview, { deepLink }: HomeLinks): HomeView {
	const { inputTokens, outputTokens, modelCalls } = usage;
	const count = (value: number) => value.toLocaleString('en-US');
	return {
		type: 'home',
		blocks: [
			header('Your sessions'),
			...(sessions.length === 0
				? [section(welcome)]
				: sessions.map((line) => sessionBlock(line, deepLink(line.thread)))),
			header('What they used'),
			section(`${count(inputTokens)} tokens in, ${count(outputTokens)} out, in ${count(modelCalls)} model calls`),
			header('Your tools'),
			...(tools.length === 0 ? [section('None have been forged yet.')] : tools.slice(0, mostTools).map(toolBlock)),
		],
	};
}

const welcome =
	'None yet. Mention me in a channel with a question and a file, write to me directly, or take “Work on this” from the ⋮ of a message.';

function sessionBlock({ title, usedAt, id }: SessionLine, link: string | undefined): KnownBlock {
	const name = words(title);
	const when = `<!date^${Math.floor(Date.parse(usedAt) / 1000)}^{date_short_pretty} {time}|${usedAt.slice(0, 10)}>`;
	return section(
		`${link === undefined ? `*${name}*` : `*<${link}|${name.replaceAll('|', '¦')}>*`}\n${when}   \`${id}\``,
	);
}

function toolBlock({ name, purpose }: Overview['tools'][number]): KnownBlock {
	return section(`*${words(name)}*  ${words(purpose)}`);
}

function words(text: string): string {
	return neutralise(escaped(shortened(text.replaceAll(/\s+/g, ' '), 300)));
}

function header(text: string): KnownBlock {
	return { type: 'header', text: { type: 'plain_text', text } };
}

function section(text: string): KnownBlock {
	return { type: 'section', text: { type: 'mrkdwn', text } };
}
