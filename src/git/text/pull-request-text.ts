import { cutText, headOf, oneLine } from '../../base/text/cut-text.ts';
import type { Finding } from '../git.ts';
import { inert } from './inert.ts';
import { inertPlain } from './inert-plain.ts';
import { markOfPart, ownComment, ownPart } from './own-part.ts';

export interface PullRequestWords {
	readonly title: string;
	/** Of whoever made the change: Markdown, untrusted. */
	readonly description: string;
	/** The order, in neutral words, untrusted. */
	readonly asked: string;
	/** Which agent did it and on which model: "OpenCode", "qwen3-coder". */
	readonly agent?: string | undefined;
	readonly model?: string | undefined;
	/** Of each command that was run on exactly this tree. */
	readonly ran: readonly Ran[];
	/** To which an admin has said yes, or of which people were told. */
	readonly findings: readonly Finding[];
	/** Only where the repository's row lets names and links stand. */
	readonly names?: { readonly asker: string } | undefined;
	/** Of the thread: https. */
	readonly link?: string | undefined;
}

export interface Ran {
	readonly command: string;
	readonly end: 'passed' | 'failed' | 'not-run';
	/** Why it was not run; or its exit code. */
	readonly why?: string | undefined;
	/** The last lines of its output. */
	readonly tail?: string | undefined;
}

/** Bounds that leave the text well below the 65,536 characters of GitHub and Gitea. */
const most = { title: 120, description: 8_000, asked: 2_000, command: 300, tail: 4_000, findings: 20 } as const;

export interface PullRequestText {
	readonly title: string;
	readonly body: string;
	/** Of the part of it that is ours, by which it is known again. */
	readonly mark: string;
}

/** The title and the text of a pull request; all that others wrote is inert in it. What changes with each push is a part of its own. Pure, linear. */
export function pullRequestText(words: PullRequestWords): PullRequestText {
	const part = ownPart(checkedText(words));
	const body = [descriptionText(words), part].filter(Boolean).join('\n\n');
	return { title: pullRequestTitle(words.title), body, mark: markOfPart(part) };
}

export interface RenewedText {
	readonly part: string;
	readonly mark: string;
	/** Where the part is not to be replaced. */
	readonly comment: string;
}

/** Our part of a text after more was pushed, and the same as a comment. `commit`: up to which. Pure, linear. */
export function renewedText(words: PullRequestWords & { readonly commit: string }): RenewedText {
	const commit = words.commit.slice(0, 12).replaceAll(/[^0-9a-f]/g, '');
	const text = [`### On top, up to \`${commit}\``, descriptionText(words), checkedText(words)]
		.filter(Boolean)
		.join('\n\n');
	const part = ownPart(text);
	return { part, mark: markOfPart(part), comment: ownComment(text) };
}

function descriptionText({ description }: PullRequestWords): string {
	return inert(cutText(description, most.description)).trim();
}

function checkedText(words: PullRequestWords): string {
	const parts = [
		`### Asked for\n\n${inert(cutText(words.asked, most.asked)).trim()}`,
		`### Checked\n\n${words.ran.length > 0 ? words.ran.slice(0, 10).map(ranText).join('\n\n') : 'Nothing was run.'}`,
		...findingsText(words.findings),
		madeBy(words),
	];
	return parts.filter(Boolean).join('\n\n');
}

/** By which Gitea and others know a draft, with their marks: "Draft mails are lost" and "Wipe the cache" begin with words as others are. */
const draftWords =
	/^(?:(?:\[(?:wip|draft)\]:?|\((?:wip|draft)\):?|(?:wip|draft)[ \t]?:|wip(?![\w-])|draft[ \t]*$)[ \t]*)+/i;

/** Without the words by which code hosts know a draft. */
function pullRequestTitle(title: string): string {
	const line = oneLine(inertPlain(title.slice(0, 1_000)));
	return cutText(line.replace(draftWords, '').trim(), most.title) || 'Change files';
}

function ranText(ran: Ran): string {
	const head = `${asCode(headOf(oneLine(ran.command), most.command))}: ${endText(ran)}`;
	const tail = ran.tail?.slice(-most.tail).trim();
	return tail ? `${head}\n\n${inert(`${fenceFor(tail)}text\n${tail}\n${fenceFor(tail)}`)}` : head;
}

function endText({ end, why }: Ran): string {
	if (end === 'not-run') return why ? `not run: ${asWords(why)}` : 'not run';
	return why ? `${end} (${asWords(why)})` : end;
}

function findingsText(findings: readonly Finding[]): readonly string[] {
	if (findings.length === 0) return [];
	const lines = findings.slice(0, most.findings).map(({ path, line, why }) => {
		const at = line === undefined ? '' : `, line ${line}`;
		return `- ${asCode(headOf(path, 300))}${at}: ${asWords(why)}`;
	});
	const rest = findings.length - lines.length;
	return [['### To look at', '', ...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')];
}

function madeBy({ agent, model, names, link }: PullRequestWords): string {
	const by = ['Threadsmith', ...(agent ? [`with ${asWords(agent)}`] : []), ...(model ? [`on ${asWords(model)}`] : [])];
	const asker = names ? ` for ${asWords(names.asker)}` : '';
	return `---\nMade by ${by.join(' ')}${asker}.${link ? ` [The thread](${safeLink(link)})` : ''}`;
}

/** Ours: but nothing in it may end the link. */
function safeLink(link: string): string {
	return encodeURI(link.slice(0, 500).toWellFormed()).replaceAll(/[()<>[\]`|\\]/g, '');
}

/** Words in one line, inert. */
function asWords(text: string): string {
	return inert(oneLine(headOf(text, 300)));
}

/** One line as code, whatever is in it. */
function asCode(text: string): string {
	return inert(`\`${text.replaceAll(/[`|]/g, "'")}\``);
}

function fenceFor(text: string): string {
	const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
	return '`'.repeat(Math.max(3, longest + 1));
}
