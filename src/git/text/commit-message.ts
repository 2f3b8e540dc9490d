import { cutText, oneLine } from '../../base/text/cut-text.ts';
import { inertPlain } from './inert-plain.ts';

export interface CommitWords {
	readonly title: string;
	readonly description: string;
	/** Who is named as co-author: a name and an address of theirs. */
	readonly coAuthor?: { readonly name: string; readonly email: string } | undefined;
}

/** As wide as git's own tools show a subject. Source: git-commit(1) asks for 50, GitHub and `git log` cut at 72. */
const subjectLength = 72;
const descriptionLength = 4_000;

/**
 * The message of a commit of ours: a subject of at most 72 characters, then the description. Nothing in it mentions or closes, no line of it is a
 * trailer but the co-author's, and no pipeline is skipped by it. Pure, linear.
 */
export function commitMessage(words: CommitWords): string {
	const body = descriptionOf(words.description);
	const trailer = words.coAuthor ? [coAuthorLine(words.coAuthor)] : [];
	return `${[subjectOf(words.title), ...(body ? [body] : []), ...trailer].join('\n\n')}\n`;
}

/** One line that begins as no comment does. Pure. */
export function subjectOf(title: string): string {
	const line = withoutComment(oneLine(inertPlain(title.slice(0, 1_000))));
	const subject = conventional.test(line) ? line : withoutTrailer(line);
	return cutText(subject, subjectLength).trim() || 'Change files';
}

/** A kind of change of Conventional Commits that is a trailer's key, too: git reads none in a first line, and whoever asks for that form takes no other. */
const conventional = /^fix: /;

function descriptionOf(description: string): string {
	const lines = inertPlain(cutText(description, descriptionLength)).split('\n');
	const inertLines = lines.map((line) => withoutTrailer(withoutComment(line.trimEnd())));
	return inertLines
		.join('\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
}

/** Git takes lines out that begin with `#` or `;` when somebody edits the message, and `---` or `diff` for the end of it. */
function withoutComment(line: string): string {
	const said = line.replace(/^[#;]+[ \t]*/, '');
	return /^-{3}|^diff -|^Index: /.test(said) ? `> ${said}` : said;
}

/** Keys that git, GitHub, Gitea, GitLab and Gerrit read; all that end in `-by`, and all in two words. */
const trailer =
	/^([ \t]*(?:[a-z0-9]+(?:-[a-z0-9]+)+|fix(?:es)?|close[sd]?|resolve[sd]?|refs?|cc|bug|changelog|see|link))[ \t]*:/i;

function withoutTrailer(line: string): string {
	return line.slice(0, 200).replace(trailer, '$1 -') + line.slice(200);
}

function coAuthorLine({ name, email }: { readonly name: string; readonly email: string }): string {
	return `Co-authored-by: ${plainName(name)} <${email.replaceAll(/[^\w.+@-]/g, '').slice(0, 200)}>`;
}

function plainName(name: string): string {
	return oneLine(inertPlain(name.slice(0, 200)).replaceAll(/[<>@#\\]/g, '')).slice(0, 80) || 'Somebody';
}
