import { plainName } from '../../../base/text/markdown.ts';
import { shorten } from '../../../base/text/shorten.ts';
import type { NewsItem, PullRequestState } from '../../../git/code-host/code-host.ts';
import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import { asCode, inert, inertLine, quoted } from '../safe-words.ts';

/** Items that are read, and characters of one. A host that keeps to its promise sends no more. */
const mostItems = 20;
const mostOfItem = 1_500;
/** Characters of all that the Brain is handed, and that a thread is told. */
const mostForBrain = 12_000;
const mostTold = 3_000;

/** Items as quotes, each behind a line that says what it is. Pure. */
export function itemsForBrain(items: readonly NewsItem[]): string {
	const texts = items.slice(0, mostItems).map((item) => `${headOf(item)}\n${quoted(sanitise(bodyOf(item)))}`);
	return shorten(texts.join('\n'), mostForBrain);
}

export interface PullNews {
	readonly repository: string;
	readonly number: number;
	readonly url: string | undefined;
	readonly state: PullRequestState;
	readonly items: readonly NewsItem[];
}

/** News for a thread: our line, then what others wrote as quotes that do nothing but be read. Empty where nothing is new. Pure. */
export function newsText({ repository, number, url, state, items }: PullNews): string {
	const ended = endText[state];
	if (items.length === 0 && ended === '') return '';
	const name = `Pull request #${number} of ${inertLine(repository, 120)}`;
	const head = `${name}${ended}${url === undefined ? '' : `: ${url}`}`;
	const shown: string[] = [];
	let size = head.length;
	for (const item of items.slice(0, mostItems)) {
		const text = `${headOf(item)}\n${quoted(inert(bodyOf(item)))}`;
		size += text.length;
		if (size > mostTold) break;
		shown.push(text);
	}
	const left = items.length - shown.length;
	const more = left === 0 ? [] : [left === 1 ? 'One more stands there.' : `${left} more stand there.`];
	return [head, ...shown, ...more].join('\n\n');
}

const endText: Readonly<Record<PullRequestState, string>> = {
	open: '',
	merged: ' was merged',
	closed: ' was closed without being merged',
	gone: ' is not there any more',
};

function headOf({ kind, who, path, line }: NewsItem): string {
	const at = path === undefined ? '' : ` on ${asCode(path)}${line === undefined ? '' : `, line ${line}`}`;
	const by = who === undefined ? '' : ` by ${plainName(who)}`;
	return `${kinds[kind]}${by}${at}:`;
}

const kinds: Readonly<Record<NewsItem['kind'], string>> = {
	check: 'Check',
	review: 'Review',
	comment: 'Comment',
	state: 'State',
};

function bodyOf({ text }: NewsItem): string {
	return shorten(text.trim(), mostOfItem);
}
