import { headOf } from '../../../base/text/cut-text.ts';
import { groupDigits } from '../../../base/text/group-digits.ts';
import { fenced, visible } from '../../../base/text/markdown.ts';
import type { Ask } from '../../../chat/question.ts';
import type { CodeHost } from '../../../git/code-host/code-host.ts';
import type { Committed, Finding, TreeChange } from '../../../git/git.ts';
import type { Repository } from '../../../git/repository.ts';
import { asCode, inertLine } from '../safe-words.ts';
import type { Pull } from '../state/repos-state.ts';
import { changeLine, findingLine } from './lines.ts';
import type { Reading } from './reading.ts';
import type { Verdict } from './verdict.ts';

export const goOn = 'Go on';
export const drop = 'Drop';

/** People are asked about exactly this, whatever changes meanwhile. */
export interface Shown {
	readonly repository: Repository;
	/** The branch that it goes into. */
	readonly into: string;
	readonly title: string;
	readonly made: Committed;
	readonly reading: Reading;
	readonly verdict: Verdict;
	readonly yes: string;
	/** That it goes on top of. */
	readonly pull: Pull | undefined;
	/** The number of one that takes nothing more. */
	readonly replaced: number | undefined;
}

/** Characters of the question: every platform shows so much beside buttons, and cuts what is longer. */
const most = 1_700;
/** A diff that is read in a question, lines. */
const mostLines = 60;

const all = 'All of it is in the file changes.diff: read it before you decide.';

/** How much of each list is shown in the question. */
interface Room {
	readonly changes: number;
	readonly findings: number;
	/** Characters of the end of a test that failed. */
	readonly tail: number;
}

const usual: Room = { changes: 12, findings: 8, tail: 300 };
/** Where long names fill it. */
const tighter: readonly Room[] = [
	usual,
	{ changes: 5, findings: 4, tail: 200 },
	{ changes: 1, findings: 2, tail: 100 },
];

/** The choice by which people say yes. Pure. */
export function yesWords(pull: Pull | undefined, host: CodeHost | undefined): string {
	if (pull?.number !== undefined) return `Push to pull request #${pull.number}`;
	return host ? 'Open pull request' : 'Push the branch';
}

/** A proposal as a question; a diff that is long is a file to be read first, with all that has no room here. Pure. */
export function askFor(shown: Shown): Ask {
	const { made, yes, reading } = shown;
	const isAdmin = made.findings.some(({ severity }) => severity === 'admin');
	const answer = { kind: 'choices' as const, choices: [yes, goOn, drop] };
	const role = isAdmin ? ('admin' as const) : ('participant' as const);
	const whole = (middle: string, room: Room) =>
		[...headLines(shown, isAdmin, room), middle, ...footLines(shown, isAdmin)].join('\n');
	const short = isShort(shown) ? whole(fenced(reading.diff, 'diff'), usual) : undefined;
	if (short !== undefined && short.length <= most) return { text: short, answer, role };
	const texts = tighter.map((room) => whole(all, room));
	const text = texts.find((one) => one.length <= most) ?? texts.at(-1) ?? all;
	return { text, answer, role, file: { name: 'changes.diff', text: reading.file } };
}

/** All of it may have room in a message. */
function isShort({ made: { changes, findings }, reading: { diff } }: Shown): boolean {
	const isAllListed = changes.length <= usual.changes && findings.length <= usual.findings;
	return isAllListed && diff.length <= most && diff.split('\n').length <= mostLines;
}

function headLines(shown: Shown, isAdmin: boolean, room: Room): string[] {
	const { repository, into, title, made, verdict, pull, replaced } = shown;
	const name = inertLine(repository.name, 120);
	const way = pull?.number === undefined ? waysOf(shown) : `on top of pull request #${pull.number}`;
	const instead =
		replaced === undefined ? [] : [`(Pull request #${replaced} takes nothing more from here: this is a new one.)`];
	return [
		`**${inertLine(title, 120)}**: ${name}, into ${asCode(into)}, ${way}.`,
		...instead,
		verdict.line.length > 300 ? `${headOf(verdict.line, 299)}…` : verdict.line,
		...(verdict.tail === '' ? [] : [fenced(visible(verdict.tail.slice(-room.tail)), '')]),
		...findingLines(made.findings, isAdmin, room),
		changesLine(made.changes),
		...listed(made.changes.map(changeLine), room.changes),
	];
}

function waysOf({ yes, repository: { wishes } }: Shown): string {
	const from = wishes.fork ? ' from a fork' : '';
	return yes === yesWords(undefined, undefined)
		? 'as a branch that people open by hand'
		: `as a ${wishes.draft ? 'draft' : 'pull request'}${from}`;
}

function footLines({ made, yes }: Shown, isAdmin: boolean): string[] {
	const { ignored } = made;
	const dropped = ignored.length === 0 ? '' : ` What .gitignore names is left out (${ignored.length}).`;
	const who = isAdmin ? ' An admin has to say it.' : '';
	return [`“${yes}” pushes exactly this, ${made.commit.slice(0, 12)}, whatever is changed meanwhile.${dropped}${who}`];
}

function findingLines(findings: readonly Finding[], isAdmin: boolean, room: Room): string[] {
	if (findings.length === 0) return [];
	const head = isAdmin ? '⚠️ An admin has to look at this:' : 'To look at:';
	return [head, ...listed(findings.map(findingLine), room.findings)];
}

function changesLine(changes: readonly TreeChange[]): string {
	const sum = (part: (change: TreeChange) => number) => groupDigits(changes.reduce((so, one) => so + part(one), 0));
	const files = changes.length === 1 ? '1 file' : `${groupDigits(changes.length)} files`;
	return `${files}, +${sum(({ added = 0 }) => added)} −${sum(({ removed = 0 }) => removed)}:`;
}

/** So many lines, and how many more there are. */
function listed(lines: readonly string[], room: number): readonly string[] {
	return lines.length <= room ? lines : [...lines.slice(0, room), `- and ${groupDigits(lines.length - room)} more`];
}
