import type { Attack, Script, Trial, Try } from './attack.ts';
import type { Range } from './range/range.ts';
import { readTry, scriptEnd } from './range/script.ts';

/** An attack that is one script. */
export type Scripted = Attack & { readonly script: Script };

export function isScripted(attack: Attack): attack is Scripted {
	return attack.script !== undefined;
}

/** So many scripts go into one: what a command prints is cut at 5,000 characters. */
const most = 25;

/**
 * Makes many attacks in a few scripts, in which each has a process of its own. Answers their trials by name; rejects where a script as a whole
 * fails. For scripts of commands and of the guest's root: a tool's output is that of its own process alone.
 */
export async function fire(range: Range, attacks: readonly Scripted[]): Promise<ReadonlyMap<string, Trial>> {
	const shots = await fireAll(
		attacks,
		({ script: { who, body } }) => ({ at: who, body }),
		(at, body) => range.inside(body, at),
	);
	const controls = await fireAll(
		attacks,
		({ script: { control, body } }) => ({ at: control, body: control.body ?? body }),
		({ kind, uid }, body) => range.loose(kind, body, uid),
	);
	const trial = ({ name }: Attack): readonly [string, Trial] => [
		name,
		{ attack: tryOf(shots, name), control: tryOf(controls, name) },
	];
	return new Map(attacks.map(trial));
}

function tryOf(said: ReadonlyMap<string, string>, name: string): Try {
	return readTry(said.get(name) ?? '');
}

interface Aimed<At> {
	readonly at: At;
	readonly body: string;
}

/** What each said, by its name. */
async function fireAll<At>(
	attacks: readonly Scripted[],
	aim: (attack: Scripted) => Aimed<At>,
	run: (at: At, body: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
	const said = new Map<string, string>();
	const groups = Map.groupBy(attacks, (attack) => keyOf(aim(attack).at));
	for (const group of groups.values()) {
		for (let from = 0; from < group.length; from += most) {
			const part = group.slice(from, from + most);
			const [first] = part;
			if (first === undefined) continue;
			const text = await run(aim(first).at, together(part.map((attack) => [attack.name, aim(attack).body])));
			if (!text.includes(scriptEnd)) throw new Error(`a volley did not come to its end: ${text.slice(-500)}`);
			for (const [, name = '', words = ''] of text.matchAll(/^ROW (\S+)\n([\s\S]*?)(?=^ROW |^END-OF)/gm))
				said.set(name, words);
		}
	}
	return said;
}

function keyOf(at: unknown): string {
	return typeof at === 'string' ? at : JSON.stringify(at, ['kind', 'uid']);
}

/** Each in a child, which may change its root or its ids and end how it likes. */
function together(rows: readonly (readonly [string, string])[]): string {
	const hidden = Buffer.from(JSON.stringify(rows)).toString('base64');
	return `import base64
def say(word, what=""): print("\\n" + word, str(what).replace("\\n", " ")[:60], flush=True)
for row, body in json.loads(base64.b64decode("${hidden}")):
    child = os.fork()
    if child == 0:
        print("\\nROW", row, flush=True)
        try: exec(body, dict(globals()))
        except SystemExit: pass
        except BaseException as error: print(repr(error))
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)`;
}
