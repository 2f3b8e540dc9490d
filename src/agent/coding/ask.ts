import { diffOf } from '../../base/text/code-diff.ts';
import { cutText, oneLine } from '../../base/text/cut-text.ts';
import { fenced } from '../../base/text/markdown.ts';
import type { Ask } from '../../chat/question.ts';
import type { PermissionAnswer, PermissionAsk, PermissionOption } from './permission.ts';
import type { FileDiff } from './update.ts';
import { changeCounts } from './view.ts';

/** Characters of a question, at most: what a platform shows as one message beside its buttons. */
const most = 2500;

/** Our words, not the agent's, for what a button does: one that is called "No" may allow. */
const words: Readonly<Record<PermissionOption['kind'], string>> = {
	allow_once: 'Allow',
	allow_always: 'Always allow',
	reject_once: 'Refuse',
	reject_always: 'Always refuse',
};

/** An agent's request as a question to people: Markdown of at most 2,500 characters, and a file where the change is longer. Pure. */
export function questionOf(ask: PermissionAsk, agent: string): Ask {
	const answer = { kind: 'choices' as const, choices: choicesOf(ask.options).map(({ label }) => label) };
	const asks = `${agent} asks whether it may ${deedOf(ask)}`;
	const whole = ask.diffs.map(patchOf).join('\n');
	if (whole === '') return { ...deedIn(asks, ask.title), answer };
	const cut = ask.diffs.some((diff) => diff.cut)
		? '\nThe texts are longer than what the agent is heard with: the end is missing.'
		: '';
	const text = `${asks} ${changeCounts(ask.diffs)}:\n${fenced(whole, 'diff')}${cut}`;
	if (text.length <= most) return { text, answer };
	const shown = `${asks} ${changeCounts(ask.diffs)}. The change is in the file permission.diff above: read it before you decide.${cut}`;
	return { text: shown, answer, file: { name: 'permission.diff', text: `${whole}\n` } };
}

/** Nobody says yes to the beginning of a command. */
function deedIn(asks: string, deed: string): Pick<Ask, 'text' | 'file'> {
	const text = `${asks}:\n${fenced(deed, '')}`;
	if (text.length <= most) return { text };
	const cut = deed.endsWith('…') ? ' It is longer than what the agent is heard with: the end is missing.' : '';
	const shown = `${asks}: it is in the file permission.txt above. Read that before you decide.${cut}`;
	return { text: shown, file: { name: 'permission.txt', text: `${deed}\n` } };
}

function deedOf({ toolKind, diffs }: PermissionAsk): string {
	if (diffs.length === 0) return toolKind === 'execute' ? 'run this' : 'do this';
	const [first] = diffs;
	if (diffs.length > 1 || !first) return `change ${diffs.length} files`;
	return `${first.before === undefined ? 'write' : 'change'} ${code(first.path)}`;
}

/** A name within a line of Markdown, as it stands. */
function code(name: string): string {
	return `\`${cutText(oneLine(name.replaceAll('`', "'")), 100)}\``;
}

function patchOf({ path, before = '', after }: FileDiff): string {
	const body = diffOf(before, after) ?? [...signed('-', before), ...signed('+', after)].join('\n');
	return `--- ${path}\n+++ ${path}\n${body}`;
}

function signed(sign: string, text: string): string[] {
	return text === '' ? [] : text.split('\n').map((line) => sign + line);
}

interface Choice {
	readonly label: string;
	readonly answer: PermissionAnswer;
}

/** One of each kind at most, and always a way to say no. Pure. */
function choicesOf(options: readonly PermissionOption[]): readonly Choice[] {
	const kinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;
	const offered = kinds.flatMap((kind): Choice[] => {
		const option = options.find((one) => one.kind === kind);
		return option ? [{ label: words[kind], answer: { kind: 'option', id: option.id } }] : [];
	});
	const refuses = offered.some(({ label }) => label === words.reject_once);
	return refuses ? offered : [...offered, { label: words.reject_once, answer: { kind: 'refused' } }];
}

/** An answer of people in the agent's terms: whatever is none of the choices is a no, and none at all cancels. Pure. */
export function answerOf(ask: Pick<PermissionAsk, 'options'>, answer: unknown): PermissionAnswer {
	if (answer === undefined) return { kind: 'cancelled' };
	return choicesOf(ask.options).find(({ label }) => label === answer)?.answer ?? { kind: 'refused' };
}

/** Whether people have said yes, where the agent that had asked is gone. Pure. */
export function isYes(answer: unknown): boolean {
	return answer === words.allow_once || answer === words.allow_always;
}
