import { access, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { defaultFileLimits } from '../../../src/sandbox/files/limits.ts';
import { placeFiles } from '../../../src/sandbox/files/place.ts';
import { tempHome } from '../../parts/temp-home.ts';
import { type Attack, type Family, got, refused, type Try } from '../attack.ts';
import { alsoAsRoot } from '../shot.ts';

/** Names under which an upload could come, each of which a naive join puts somewhere else or cannot write. */
const names: readonly (readonly [string, string])[] = [
	['climbs', '../../escaped.txt'],
	['climbs-late', 'a/../../escaped.txt'],
	['absolute', '/tmp/threadsmith-escaped.txt'],
	['dots', '..'],
	['null', 'a\0b.txt'],
	['newline', 'a\n/b.txt'],
	['right-to-left', '\u202etxt.exe'],
	['long', 'x'.repeat(400)],
	['nothing', ''],
];

const content = 'an upload';

function upload(name: string) {
	return {
		name,
		async *open() {
			yield Buffer.from(content);
		},
	};
}

/** The files below a folder, but for those in `inputs`. */
async function strays(folder: string): Promise<string[]> {
	const all = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = all.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
	return files.filter((file) => !file.startsWith(join(folder, 'a/b/inputs/')));
}

/** In ASCII, for a table. */
function shown(name: string): string {
	const short = JSON.stringify(name.length > 40 ? `${name.slice(0, 10)}…` : name);
	return short.replaceAll(/\p{Cf}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

function placeAttack([name, given]: (typeof names)[number]): Attack {
	return {
		name: `input-name-${name}`,
		tried: `an upload called ${shown(given)}`,
		holds: 'a safe name in /inputs, or refused by name',
		pace: 'quick',
		async run({ signal }) {
			await using home = await tempHome();
			const folder = join(home.path, 'a', 'b', 'inputs');
			const { placed } = await placeFiles(folder, [upload(given)], defaultFileLimits, signal);
			const outside = await strays(home.path);
			const unsafe = placed.find((file) => /[\p{Cc}\u202a-\u202e/]|^\.\.?$|^$/u.test(file.name));
			const attack =
				outside.length > 0 || unsafe
					? got(JSON.stringify(unsafe?.name ?? outside))
					: refused(JSON.stringify(placed[0]?.name.slice(0, 40) ?? 'refused'));
			return { attack, control: naive(folder, given) };
		},
	};
}

function naive(folder: string, name: string): Try {
	const path = resolve(folder, name);
	if (dirname(path) !== folder || /[\p{Cc}\u202a-\u202e]/u.test(name))
		return got('a join leads elsewhere or shows something else');
	return Buffer.byteLength(basename(path)) > 255 ? got('no such name can be made') : refused('harmless');
}

const planted: Attack = {
	name: 'input-planted-link',
	tried: 'an upload whose name is there already, as a link to a file of the host',
	holds: 'the file of the host is as it was',
	pace: 'quick',
	async run({ signal }) {
		await using home = await tempHome();
		const [folder, target] = [join(home.path, 'inputs'), join(home.path, 'target.txt')];
		await mkdir(folder);
		await writeFile(target, 'as it was');
		await symlink(target, join(folder, 'data.txt'));
		await placeFiles(folder, [upload('data.txt')], defaultFileLimits, signal);
		const attack = await isChanged(target);
		await writeFile(join(folder, 'data.txt'), content);
		return { attack, control: await isChanged(target) };
	},
};

async function isChanged(target: string): Promise<Try> {
	return (await readFile(target, 'utf8')) === content ? got('it was written through the link') : refused('untouched');
}

const linkedFolder: Attack = {
	name: 'input-folder-link',
	tried: 'a folder of inputs that is a link',
	holds: 'refused',
	pace: 'quick',
	async run({ signal }) {
		await using home = await tempHome();
		const [folder, elsewhere] = [join(home.path, 'inputs'), join(home.path, 'elsewhere')];
		await mkdir(elsewhere);
		await symlink(elsewhere, folder);
		await placeFiles(folder, [upload('data.txt')], defaultFileLimits, signal).catch(() => undefined);
		const isThere = () =>
			access(join(elsewhere, 'data.txt')).then(
				() => got('it was written elsewhere'),
				() => refused('refused'),
			);
		const attack = await isThere();
		await writeFile(join(folder, 'data.txt'), content);
		const control = await isThere();
		await rm(elsewhere, { recursive: true });
		return { attack, control };
	},
};

/** On what the session was given, from inside. */
const deeds: readonly (readonly [name: string, tried: string, act: string])[] = [
	['write', 'writing into it', 'open(path, "a").write("x")'],
	['truncate', 'cutting it', 'cut(path)'],
	[
		'reopen',
		'opening it for reading, and again for writing through /proc/self/fd',
		'os.close(os.open(f"/proc/self/fd/{os.open(path, os.O_RDONLY)}", os.O_WRONLY))',
	],
	['chmod', 'changing its mode', 'os.chmod(path, 0o777)'],
	['rename', 'renaming it', 'os.rename(path, path + ".new")'],
	['remove', 'removing it', 'os.remove(path)'],
	['replace', 'putting another in its place', 'os.symlink("/etc/passwd", path + ".link")'],
	['attribute', 'an attribute of it', 'os.setxattr(path, "user.note", b"x")'],
	['touch', 'its times', 'os.utime(path, (0, 0))'],
];

/** gVisor says that it was done, and leaves the file as it is. */
const cut = `def cut(path):
    os.truncate(path, 0)
    if os.stat(path).st_size > 0: raise OSError(errno.EROFS, "as it was")
`;

const folders = ['/inputs', '/session/inputs', '/tools', '/memories'] as const;

const onGiven: readonly Attack[] = deeds.flatMap(([name, tried, act]) =>
	alsoAsRoot({
		name: `given-${name}`,
		tried: `on a file of /inputs, /tools and /memories: ${tried}`,
		holds: 'a read-only file system, whoever tries',
		body: `${cut}given = []
for folder in ${JSON.stringify(folders)}:
    for at, _, files in os.walk(folder): given += [os.path.join(at, one) for one in files]
if not given: say("nothing was given")
reached, last = [], "nothing"
for path in given:
    try: ${act}; reached.append(path)
    except OSError as error: last = name(error)
(got if reached else refused)(reached or f"{last}, {len(given)} files")`,
		control: {
			kind: 'open',
			body: `${cut}path = f"/tmp/given-${name}-{time.monotonic_ns()}.txt"
open(path, "w").write("given")
attempt(lambda: (${act}, "it was done")[1])`,
		},
	}),
);

export const inputs: Family = {
	title: 'Files on their way in',
	attacks: [...names.map(placeAttack), planted, linkedFolder, ...onGiven],
};
