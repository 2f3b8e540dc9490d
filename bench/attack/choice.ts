import { parseArgs } from 'node:util';
import { userMessage } from '../../src/base/errors.ts';
import { hasUnifiedGroups } from '../../src/sandbox/podman/service/rootless.ts';
import type { Attack } from './attack.ts';
import { attacks, families } from './families.ts';
import { type Ground, type Mode, missing, modeHere, runtimes } from './ground.ts';

/** What a person has asked for. */
export interface Choice {
	readonly kind: 'help' | 'list' | 'run';
	readonly json: boolean;
	readonly write: boolean;
	readonly chosen: readonly Attack[];
	readonly grounds: readonly Ground[];
}

export const usage = `npm run attack -- [--json] [--only <row or family>]… [--runtime ${runtimes.join('|')}]… [--mode root|rootless]… [--quick] [--list] [--write]

  Attacks sandboxes as they are shipped, ${attacks.length} ways in ${families.length} families, on every runtime that this machine has; as root also those of a plain
  user, which it makes for that ("threadsmith-test", as npm run rootless-test does). Each row has a control: the same attack where the defence is off,
  in a throw-away container on the host's kernel or against code without it. Rows that take minutes and meet no sandbox (repositories without end) are
  made on the first ground alone; they take up to 3 GB of the disk of temporary files.

  held                   it came to nothing, and its control got through
  failed                 it got through, or could not be made
  unproved               not even the control got through
  not enforceable here   it got through, or was not made, where this host or runtime cannot keep the promise; counted apart, with why
  does not apply         there is nothing here to attack, with why

  --json      one JSON object a row on standard output, and nothing else
  --only      only this row, or the rows of a family whose title holds this
  --runtime   only on this runtime
  --mode      only sandboxes of root, or of a plain user
  --quick     only those that \`npm test\` makes, too
  --list      the rows and what must hold, without making any
  --write     puts the table of this run into docs/security.md; wants all rows

  Exit code: 0 when none has failed, 1 when one has or none could be made, 2 for wrong arguments, 130 for Ctrl-C, which prints what there is.
`;

/** Throws for wrong arguments. */
function choose(args: readonly string[]): Choice {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			list: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			quick: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: [] },
			runtime: { type: 'string', multiple: true, default: [] },
			mode: { type: 'string', multiple: true, default: [] },
		},
	});
	if (values.write && (values.quick || values.only.length > 0)) throw new Error('--write wants all rows');
	const named = values.only.length === 0 ? attacks : values.only.flatMap(pick);
	const on = of(runtimes, values.runtime, 'runtime');
	const as = of(modesHere(), values.mode, 'mode');
	return {
		kind: values.help ? 'help' : values.list ? 'list' : 'run',
		json: values.json,
		write: values.write,
		chosen: named.filter(({ pace }) => !values.quick || pace === 'quick'),
		grounds: as.flatMap((mode) => on.map((runtime) => ({ runtime, mode }))),
	};
}

/** Nobody but root has root's. */
function modesHere(): readonly Mode[] {
	return modeHere() === 'root' ? ['root', 'rootless'] : ['rootless'];
}

function of<Name extends string>(all: readonly Name[], wanted: readonly string[], kind: string): readonly Name[] {
	const unknown = wanted.find((name) => !all.some((one) => one === name));
	if (unknown !== undefined) throw new Error(`There is no ${kind} "${unknown}" to attack on: ${all.join(', ')}`);
	return all.filter((name) => wanted.length === 0 || wanted.includes(name));
}

function pick(word: string): readonly Attack[] {
	const row = attacks.filter(({ name }) => name === word);
	if (row.length > 0) return row;
	const found = families
		.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()))
		.flatMap((family) => family.attacks);
	if (found.length === 0) throw new Error(`There is no attack and no family "${word}"`);
	return found;
}

/** What a person has said, or why that is wrong, with the usage. */
export function choiceOf(args: readonly string[]): Choice | string {
	try {
		return choose(args);
	} catch (error) {
		return `${userMessage(error)}\n\n${usage}`;
	}
}

/** Why there are no sandboxes to attack on a ground of this machine, as half a sentence; undefined where there may be. */
export function groundless({ runtime, mode }: Ground): string | undefined {
	const why = missing(runtime);
	if (why !== undefined || mode === 'root') return why;
	if (runtime === 'runsc') return 'it is used as root only';
	return runtime === 'crun' && !hasUnifiedGroups()
		? "it does not use this machine's control groups without root"
		: undefined;
}
