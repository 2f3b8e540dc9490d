import type { SessionFolder } from '../../store/store.ts';
import { inertLine } from './safe-words.ts';
import { readRepos } from './state/book.ts';
import type { Opened, Pull, PullState } from './state/repos-state.ts';

/** The session's repositories as lines of a status, each with its branch and what became of its pull request. */
export async function repoLines(folder: Pick<SessionFolder, 'documents'>): Promise<readonly string[]> {
	const { opened } = await readRepos(folder);
	return opened.map((one) => `Repository ${line(one)}`);
}

function line({ name, ref, into, pull }: Opened): string {
	const what = `${inertLine(name, 80)} ${inertLine(ref ?? into, 60)}`;
	return pull === undefined ? what : `${what}, ${pullText(pull)}`;
}

function pullText({ number, branch, state, draft, url }: Pull): string {
	if (number === undefined) return `branch ${branch} ${states[state]}`;
	const kind = draft && state === 'open' ? 'open as a draft' : states[state];
	return `pull request #${number} ${kind}${url === undefined ? '' : ` ${url}`}`;
}

const states: Readonly<Record<PullState, string>> = {
	opening: 'is pushed, its pull request is to be opened',
	open: 'open',
	merged: 'merged',
	closed: 'closed',
	gone: 'gone',
	'by-hand': 'is pushed, people open the pull request',
	left: 'not looked at any more',
};
