import { hostname } from 'node:os';
import { basename } from 'node:path';
import { cliOf, containerOf } from '../../parts/sandbox-bench.ts';
import type { Attack, Family } from '../attack.ts';
import type { LooseKind } from '../range/loose.ts';
import { type Range, sessions, type Who } from '../range/range.ts';
import { readTry } from '../range/script.ts';

/**
 * Reads the first 64 KiB of each file below some folders, and each link, without waiting for one that would block, for one of these patterns.
 * A process' own mounts and its control group name its own container, and are left out where they are not asked for.
 */
function search(words: readonly string[], tops: readonly string[], ownToo = false): string {
	// In disguise: the program's own command line and memory are read, too
	const hidden = Buffer.from(JSON.stringify(words)).toString('base64');
	return `import base64
words = [re.compile(word.encode()) for word in json.loads(base64.b64decode("${hidden}"))]
own = re.compile(r"/(mountinfo|mounts|mountstats|cgroup|cpuset)$")
def look(path):
    if os.path.islink(path): return os.readlink(path).encode()
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try: return os.read(file, 65536)
    finally: os.close(file)
found, read = [], 0
for top in ${JSON.stringify(tops)}:
    for folder, folders, files in os.walk(top):
        for one in files + [one for one in folders if os.path.islink(os.path.join(folder, one))]:
            path = os.path.join(folder, one)
            if own.search(path) and not ${ownToo ? 'True' : 'False'}: continue
            try: text = path.encode(errors="replace") + b" " + look(path)
            except OSError: continue
            read += 1
            if any(word.search(text) for word in words): found.append(re.sub("/[0-9]+", "/N", path))
if read < 20 and not found: say("too little could be read")
elif found: got(sorted(set(found))[:5])
else: refused(f"not in {read} files")`;
}

/** Names that tell of others, as they are on this host by now. */
interface Words {
	readonly neighbour: readonly string[];
	readonly home: readonly string[];
	readonly host: readonly string[];
	readonly containers: readonly string[];
	readonly loops: readonly string[];
}

async function wordsOf(range: Range): Promise<Words> {
	await Promise.all([range.sandbox(), range.bench.acquire(sessions.neighbour)]);
	const podman = cliOf(range.bench);
	const [own, other] = await Promise.all([
		containerOf(sessions.attacked, podman),
		containerOf(sessions.neighbour, podman),
	]);
	return {
		neighbour: [sessions.neighbour],
		home: [basename(range.bench.stateDir), range.bench.stateDir, '/tmp/threadsmith-bench'],
		host: [`\\b${hostname()}\\.`, '/var/lib/containers'],
		containers: [other.id, own.id],
		loops: ['disk\\.img', '\\bloop[0-9]'],
	};
}

interface NameRow {
	readonly name: string;
	readonly tried: string;
	readonly of: keyof Words;
	readonly who: Who;
	readonly control: LooseKind;
}

const kinds: readonly (readonly [keyof Words, string])[] = [
	['neighbour', "another session's id"],
	['home', "the data folder's id and path"],
	['host', "the host's name and Podman's folders"],
	['containers', 'ids of containers'],
	['loops', 'loop devices and what backs them'],
];

const people: readonly (readonly [Who, string])[] = [
	['smith', 'a command'],
	['tool', 'a running tool'],
	['root', "the guest's root"],
];

const rows: readonly NameRow[] = kinds.flatMap(([of, what]) =>
	people.map(
		([who, whoIs]): NameRow => ({
			name: `names-${of}-${who}`,
			tried: `reading all of /proc and /sys for ${what}, as ${whoIs}`,
			of,
			who,
			control: 'kernel',
		}),
	),
);

/**
 * The control plants nothing: a container whose /sys and /proc are not masked finds loop devices and backing files there; what is a name in a
 * process' own mounts it finds by looking at these, too.
 */
function nameAttack({ name, tried, of, who, control }: NameRow): Attack {
	return {
		name,
		tried,
		holds: 'in none of the files',
		pace: 'slow',
		async run(range) {
			const words = (await wordsOf(range))[of];
			const attack = readTry(await range.inside(search(words, ['/proc', '/sys']), who));
			const bare = readTry(
				await range.loose(
					control,
					search(
						[...words, 'overlay', '/var/lib/containers', 'libpod-'],
						['/proc', '/sys/block', '/sys/devices/virtual/block'],
						true,
					),
				),
			);
			return { attack, control: bare };
		},
	};
}

const others: readonly Attack[] = [
	{
		name: 'mounts-of-neighbour',
		tried: "another session's id in the mounts of any process, /proc/*/mountinfo",
		holds: 'its own session alone',
		hostKernelOnly: 'its mounts do not say what they show',
		pace: 'slow',
		async run(range) {
			const { neighbour } = await wordsOf(range);
			const of = (
				words: readonly string[],
			) => `text = "".join(open(f"/proc/{one}/mountinfo").read() for one in ["self", "1"] if os.access(f"/proc/{one}/mountinfo", os.R_OK))
found = [word for word in ${JSON.stringify(words)} if word in text]
(got if found else refused)(found or f"not in {len(text)} characters")`;
			return {
				attack: readTry(await range.inside(of(neighbour))),
				control: readTry(await range.inside(of([sessions.attacked]))),
			};
		},
	},
	{
		name: 'inputs-of-neighbour',
		tried: "another session's folder, by its place on the host and beside its own",
		holds: 'no such path',
		pace: 'slow',
		async run(range) {
			await range.bench.acquire(sessions.neighbour);
			const { trees } = range.bench.pathsOf(sessions.neighbour);
			const paths = [
				trees.inputs,
				range.bench.stateDir,
				`${range.bench.stateDir}/slots`,
				'/session/..',
				'/inputs/../..',
			];
			const body = (
				all: readonly string[],
			) => `seen = [path for path in ${JSON.stringify(all)} if os.path.isdir(path) and not os.path.samefile(path, "/")]
(got if seen else refused)(seen or "none is there")`;
			return {
				attack: readTry(await range.inside(body(paths))),
				control: readTry(await range.inside(body([...paths, '/inputs']))),
			};
		},
	},
	{
		name: 'other-user-reads-run',
		tried: 'another user of this machine reads an upload, or the socket of Podman, below /run/threadsmith',
		holds: 'refused',
		pace: 'slow',
		async run(range) {
			const { otherUserReads } = await import('../other-user.ts');
			return otherUserReads(range);
		},
	},
];

export const foreignNames: Family = { title: 'Names of others', attacks: [...rows.map(nameAttack), ...others] };
