import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { token } from '../../../tests/support/git-server/git-ground.ts';
import type { Attack, Try } from '../attack.ts';
import type { Range } from '../range/range.ts';
import { readTry, scriptOf } from '../range/script.ts';
import { plainClone } from './plain-git.ts';
import { fetchMain, onRepoGround, openInside, pushOurs, type RepoGround, takeOut } from './repo-ground.ts';

/** How somebody looks for the key, where the repository is open, while the host fetches and pushes. */
interface Search {
	readonly name: string;
	readonly tried: string;
	readonly holds: string;
	/** Python: `folder` is the repository's, `key` what is looked for. */
	readonly body: string;
	/** On the host itself, as anybody who may see its processes; else in the sandbox. */
	readonly onHost?: true;
}

/** For so long, and all the time. */
const polling = (paths: string, what: string) => `found, until = [], time.time() + 4
while time.time() < until and not found:
    for pid in os.listdir("/proc"):
        if not pid.isdigit() or int(pid) == os.getpid(): continue
        for path in ${paths}:
            try: text = open(f"/proc/{pid}/{path}", "rb").read()
            except OSError: continue
            if key.encode() in text: found.append(f"{path} of {text[:40]!r}"[:60])
    time.sleep(0.005)
(got if found else refused)(found[:1] or "${what}")`;

const searches: readonly Search[] = [
	{
		name: 'key-in-files',
		tried: 'the key to it in all files: the folder, .git/config, HOME, /run, /tmp, what is ours',
		holds: 'it is nowhere',
		body: `found = []
for top in [folder, "/workspace", "/home", "/run", "/tmp", "/var/tmp", "/dev/shm", "/etc", "/opt", "/inputs", "/outputs", "/session"]:
    for here, _, names in os.walk(top):
        for one in names:
            path = os.path.join(here, one)
            try:
                if os.path.isfile(path) and os.path.getsize(path) < 5e6 and key.encode() in open(path, "rb").read(): found.append(path)
            except OSError: pass
    if found: break
(got if found else refused)(found[:1] or "nowhere")`,
	},
	{
		name: 'key-in-processes',
		tried: 'the key to it in command lines and environments of all processes, while the host fetches and pushes',
		holds: 'it is in none',
		body: polling('["cmdline", "environ"]', 'in none that the sandbox shows'),
	},
	{
		name: 'key-from-git',
		tried: 'the key to it from git: remotes, configuration, credential helpers',
		holds: 'git knows none',
		body: `os.chdir(folder)
said = ""
for words in [["remote", "-v"], ["config", "--list", "--show-origin"], ["credential", "fill"], ["for-each-ref"], ["reflog"]]:
    done = subprocess.run(["git", "-c", "safe.directory=*", *words], input="protocol=https\\nhost=git.example.org\\n\\n", text=True, capture_output=True,
        env={**os.environ, "GIT_TERMINAL_PROMPT": "0"})
    said += done.stdout + done.stderr
(got if key in said else refused)("it says it" if key in said else f"not in {len(said)} characters that it says")`,
	},
	{
		name: 'key-on-command-lines',
		tried: 'the key to it in command lines of the host, which all its users see, while it fetches and pushes',
		holds: 'it is on none',
		body: polling('["cmdline"]', 'on none'),
		onHost: true,
	},
];

/** Beside a clone by plain git, whose address has the key in it. */
export const keyAttacks: readonly Attack[] = searches.map(({ name, tried, holds, body, onHost }) => ({
	name: `repo-${name}`,
	tried: onHost ? tried : `in a sandbox with the repository open: ${tried}`,
	holds,
	pace: 'slow',
	run: (range) =>
		onRepoGround(range, async (repo) => {
			const sandbox = await range.sandbox();
			const folder = await openInside(repo, sandbox);
			await sandbox.call({ tool: 'bash', args: { command: `cd /workspace/${folder}; echo a >a.txt` } }, range);
			const look = scriptIn(`/workspace/${folder}`, body);
			const searched = onHost ? onThisHost(look) : range.inside(look).then(readTry);
			const [attack] = await Promise.all([searched, workOn(repo, range, folder)]);
			return { attack, control: await controlOf(repo, body) };
		}),
}));

function scriptIn(folder: string, body: string): string {
	return `folder = ${JSON.stringify(folder)}\nkey = ${JSON.stringify(token.slice(0, 4))} + ${JSON.stringify(token.slice(4))}\n${body}`;
}

async function onThisHost(body: string): Promise<Try> {
	const run = promisify(execFile)('python3', ['-I', '-'], { timeout: 60_000 });
	run.child.stdin?.end(scriptOf(body));
	return readTry((await run).stdout);
}

/** All that the host does with a key, while somebody looks. */
async function workOn(repo: RepoGround, range: Range, folder: string): Promise<void> {
	for (let count = 1; count <= 3; count += 1) {
		await fetchMain(repo);
		const made = await takeOut(repo, await range.sandbox(), folder);
		const why = await pushOurs(repo, made, `threadsmith/work-${count}`);
		if (why !== undefined) throw new Error(why);
	}
}

async function controlOf(repo: RepoGround, body: string): Promise<Try> {
	const { sh, work, url } = await plainClone(repo);
	const fetches = sh(`for one in 1 2 3 4 5 6; do git fetch -q '${url}'; done`);
	const [said] = await Promise.all([onThisHost(scriptIn(work, body)), fetches]);
	return said;
}
