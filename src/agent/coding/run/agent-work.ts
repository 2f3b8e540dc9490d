import type { Logger } from '../../../base/log.ts';
import type { RunLedger } from '../../../gateway/gateway.ts';
import type { Driver } from '../driver.ts';
import type { FileChange, WorkFolder } from '../folder/carry.ts';
import { bringBack, bringIn, type BroughtBack as Carried, dropStages, isEmptied, undo } from '../folder/work-folder.ts';
import { openDriver } from '../open-driver.ts';
import type { AgentWork, BroughtBack, DriverOrder, FolderCopy } from './coding-deps.ts';
import type { Change } from './result-text.ts';

/** A diff that is read in a thread: lines and characters. */
const shortDiff = { lines: 60, characters: 3_000 } as const;
/** Where an agent works in its box. */
const boxFolder = '/workspace';

/** Agents as they are in their boxes, over the processes that are opened there. */
export function createAgentWork(log: Logger): AgentWork {
	return {
		openDriver: (order, signal) => driverOf(order, log, signal),
		async bringIn(copy, signal) {
			await dropStages(copy.session, { root: '/workspace', spare: copy.spare.map(stageName) }, signal);
			const came = await bringIn(copy, workOf(copy), signal);
			if (came.kind === 'refused') throw new Error(came.why);
			return leftText('Not copied into the box', came);
		},
		isEmptied: (copy, signal) => isEmptied(copy, workOf(copy), signal),
		async bringBack(copy, signal) {
			const carried = await bringBack(copy, workOf(copy), signal);
			if (carried.kind === 'refused') throw new Error(carried.why);
			const notices = [...leftText('Not brought back', carried), ...moreText(carried)];
			return { changes: changesOf(carried), notices, ...(await shownDiff(carried.diff, copy, signal)) };
		},
		async undo(copy, signal) {
			const carried = await undo(copy.session, workOf(copy), signal);
			if (carried.kind === 'refused') return carried.why;
			return undoneText(carried.changes);
		},
	};
}

function driverOf(
	{ box, agent, facts, options, keys, minutes }: DriverOrder,
	log: Logger,
	signal: AbortSignal,
): Promise<Driver> {
	const watch = {
		verdict: () => verdictOf(keys.ledger()),
		promptMs: minutes * 60_000,
		logger: log.child({ agent: agent.name }),
	};
	return openDriver({ box, agent, facts, options, watch }, signal);
}

/** The gateway knows what an agent may not tell. */
function verdictOf({ exhausted, lastError }: RunLedger): string | undefined {
	return exhausted ?? lastError?.sentence;
}

function workOf({ folder, name }: Pick<FolderCopy, 'folder' | 'name'>): WorkFolder {
	const root = folder === '' ? '/workspace' : `/workspace/${folder}`;
	return { folder: root, stage: `/workspace/${stageName(name)}`, box: boxFolder };
}

function stageName(run: string): string {
	return `.agent-${run}`;
}

type Back = Exclude<Carried, { readonly kind: 'refused' }>;

function changesOf({ changes, kept }: Back): readonly Change[] {
	return changes.map(({ path, kind, state, added, removed }) => ({
		...{ kind, path, added, removed },
		...(state === 'conflict' && kept !== undefined && { besides: `${kept}/${path}` }),
	}));
}

/** Files that are named. */
const mostNamed = 10;

function leftText(what: string, { left, more }: Pick<Back, 'left' | 'more'>): readonly string[] {
	const named = left.slice(0, mostNamed).map(({ path, why }) => `"${path}" ${why}`);
	const others = left.length - named.length + more;
	return named.length === 0 ? [] : [`${what}: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`];
}

function moreText({ moreChanges }: Back): readonly string[] {
	return moreChanges === 0 ? [] : [`${moreChanges} more files were changed than are named`];
}

/** A diff that is long is a file for people. */
async function shownDiff(
	diff: string,
	{ session, name }: FolderCopy,
	signal: AbortSignal,
): Promise<Pick<BroughtBack, 'diff' | 'file'>> {
	const isShort = diff.length <= shortDiff.characters && diff.split('\n').length <= shortDiff.lines;
	if (isShort) return { diff };
	const path = `/outputs/${name}.diff`;
	const written = await session.call({ tool: 'write_file', args: { path, content: diff } }, { signal });
	return written.ok ? { diff, file: path } : { diff };
}

function undoneText(changes: readonly FileChange[]): string {
	const undone = changes.filter(({ state }) => state === 'applied');
	const kept = changes.filter(({ state }) => state === 'conflict');
	if (changes.length === 0) return 'There is nothing to take back.';
	const left =
		kept.length === 0
			? ''
			: ` Changed since, and left as they are: ${kept.map(({ path }) => `\`${path}\``).join(', ')}.`;
	return `Taken back: ${undone.length === 1 ? '1 file' : `${undone.length} files`}.${left}`;
}
