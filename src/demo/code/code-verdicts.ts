import type { AgentEvent } from '../../chat/events.ts';
import type { Verdict } from '../verdicts.ts';

type Events = readonly AgentEvent[];

/** A branch of the bare repository, as git itself tells it. */
export interface Branch {
	readonly name: string;
	/** Without its own name, and the commit below it. */
	readonly commits: number;
	readonly author: string;
	readonly files: Readonly<Record<string, string>>;
}

export interface CodeDemoFacts {
	readonly agent: string;
	/** Up to the question, and after the answer. */
	readonly turns: readonly [work: Events, opened: Events];
	/** The branches of the repository beside the default one, before the answer and in the end. */
	readonly before: readonly string[];
	readonly branches: readonly Branch[];
	/** The default branch has moved. */
	readonly moved: boolean;
	readonly pulls: readonly { readonly draft: boolean; readonly head: string; readonly state: string }[];
	/** The tests' last word where they are run on the branch, apart. */
	readonly tests: string;
	/** Where the code host's key was found: in what was shown, in requests to models, in the mirror's files. */
	readonly leaks: readonly string[];
}

/** Every step of the demo, judged by the repository, the code host and the events. Pure. */
export function codeVerdicts(facts: CodeDemoFacts): readonly Verdict[] {
	const { agent, turns, before, branches, moved, pulls, tests, leaks } = facts;
	const [work] = turns;
	const [branch] = branches;
	const [pull] = pulls;
	const steps = new Set(work.flatMap((event) => (event.type === 'tool-step' ? [event.step.id] : [])));
	return [
		verdict('the tests failed before', outcomeIn(work), outcomeIn(work).startsWith('FAILED')),
		verdict(`${agent} mended it in a box of its own`, `${steps.size} steps shown`, steps.size >= 3),
		verdict('nothing was pushed before the answer', `${before.length} branches`, before.length === 0),
		verdict('one commit of ours is on a branch of its own', branch?.name ?? 'none', isOurs(branches)),
		verdict('the default branch is as it was', moved ? 'moved' : 'unmoved', !moved),
		verdict('the tests pass on that very tree, run apart', tests, tests === 'OK'),
		verdict(
			'a pull request is open, as a draft',
			pull ? `${pull.state} from ${pull.head}` : 'none',
			pulls.length === 1 && pull?.draft === true && pull.head === branch?.name,
		),
		verdict('the key of the code host is nowhere', leaks.join(', ') || 'not found', leaks.length === 0),
	];
}

function isOurs(branches: readonly Branch[]): boolean {
	const [branch] = branches;
	if (branch === undefined || branches.length !== 1) return false;
	return branch.name.startsWith('threadsmith/') && branch.commits === 1 && branch.author.startsWith('Threadsmith ');
}

/** The runner's own last word in what the first call printed. */
function outcomeIn(events: Events): string {
	const texts = events.flatMap((event) => (event.type === 'tool-finished' ? [event.text ?? ''] : []));
	return /^(?:OK|FAILED \([a-z=0-9, ]+\))$/m.exec(texts.join('\n'))?.[0] ?? 'no outcome';
}

function verdict(name: string, value: string, met: boolean): Verdict {
	return { suite: 'demo', name, value, unit: 'seen', met };
}
