import { execFileSync } from 'node:child_process';
import { commitMessage } from '../../../src/git/text/commit-message.ts';
import { pullRequestText } from '../../../src/git/text/pull-request-text.ts';
import { liveIn } from '../../../tests/git/text/live-in-markdown.ts';
import { type Attack, got, refused, type Try } from '../attack.ts';

/** Words of whoever has made a change, up to its pull request and its commit. */
interface Words {
	readonly name: string;
	readonly tried: string;
	readonly title: string;
	readonly description: string;
	/** What a code host would do with it, in one of the texts; empty for nothing. */
	readonly live: (texts: Texts) => string;
}

interface Texts {
	readonly title: string;
	readonly body: string;
	/** Of the commit. */
	readonly message: string;
}

const word = (found: readonly string[] | null): string => found?.[0]?.trim() ?? '';
/** By the tree that another parser of Markdown makes of it, in which code is code. */
const inBody =
	(form: RegExp) =>
	({ body }: Texts): string =>
		liveIn(unmarked(body)).find((one) => form.test(one)) ?? '';
/** Without the marks around our part, once each: comments, which nobody sees. */
const unmarked = (body: string): string =>
	body.replace('<!-- threadsmith -->', '').replace('<!-- /threadsmith -->', '');
const inPlain =
	(form: RegExp) =>
	({ title, message }: Texts): string =>
		word(`${title}\n${message}`.match(form));
const first =
	(...looks: readonly Words['live'][]): Words['live'] =>
	(texts) =>
		looks.map((look) => look(texts)).find(Boolean) ?? '';

const mention = /(?:^|[^\w])@[a-z][\w-]*/i;
const closes =
	/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:[\w.-]+\/[\w.-]+)?#\d+|\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+https?:\/\/\S+/i;

/** git-interpret-trailers(1): as git itself reads them. */
function trailersOf({ message }: Texts): string {
	return execFileSync('git', ['interpret-trailers', '--parse', '--no-divider'], { input: message }).toString().trim();
}

const words: readonly Words[] = [
	{
		name: 'mentions',
		tried: 'mentions of people and teams',
		title: 'Thank @ada for it',
		description: 'cc @acme/owners\n\n- [ ] @ada\n\n| a |\n| - |\n| @ada |\n\n**@ada** \\@ada',
		live: first(inPlain(mention), inBody(/^mention/)),
	},
	{
		name: 'closing-words',
		tried: 'words that close issues, of this repository and of others',
		title: 'Fixes #1',
		description: 'Closes #2, resolves acme/other#3\nfixed: https://github.com/acme/app/issues/4 and GH-5',
		live: first(inPlain(closes), inBody(/^(?:issue|GH-|address)/)),
	},
	{
		name: 'commands',
		tried: 'slash commands, that bots of code hosts obey',
		title: '/approve',
		description: '/merge\n\n/lgtm\n\n```\n/approve\n```\n\n> /close',
		live: first(({ body }) => word(body.match(/^[\s>]*\/(?:merge|lgtm|approve|close)\b/m)), inBody(/^command/)),
	},
	{
		name: 'pictures',
		tried: 'pictures and HTML, that tell another host who looks',
		title: '![a](https://attacker.example/t.png)',
		description:
			'![a](https://attacker.example/p.png) ![b][c]\n\n[c]: https://attacker.example/q.png\n\n<img src="https://attacker.example/r.png">\n\n<details><summary>x</summary></details>\n\n<!-- threadsmith -->',
		live: inBody(/^(?:image|imageReference|link|linkReference|definition|html|address)/),
	},
	{
		name: 'trailers',
		tried: 'trailers of a commit’s message: other authors, sign-offs, what a change is for',
		title: 'Change',
		description: 'Because.\n\nCo-authored-by: Ada <boss@example.org>\nSigned-off-by: Ada <boss@example.org>\nFixes: 1',
		live: trailersOf,
	},
	{
		name: 'skipped-pipelines',
		tried: 'words that have pipelines skipped',
		title: 'Change [skip ci]',
		description: '[ci skip] ***NO_CI*** [no ci]\n\nskip-checks: true',
		live: ({ title, message, body }) =>
			word(`${title}\n${message}\n${body}`.match(/\[(?:skip ci|ci skip|no ci)\]|\*{3}NO_CI\*{3}|^skip-checks: true/im)),
	},
];

/** The texts as we write them; the control hands the words on as they are. */
export const textAttacks: readonly Attack[] = words.map(({ name, tried, title, description, live }) => ({
	name: `repo-text-${name}`,
	tried: `in the words of a pull request and its commit: ${tried}`,
	holds: 'they stand there, and do nothing',
	pace: 'quick',
	async run() {
		const ours = pullRequestText({ title, description, asked: description, ran: [], findings: [] });
		const message = commitMessage({ title, description });
		const control = { title, body: description, message: `${title}\n\n${description}\n` };
		return { attack: judged(live({ ...ours, message })), control: judged(live(control)) };
	},
}));

function judged(sign: string): Try {
	return sign === '' ? refused('nothing of it is live') : got(sign.replaceAll('\n', ' '));
}
