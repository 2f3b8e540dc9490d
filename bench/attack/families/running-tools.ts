import { type Attack, type Family, got } from '../attack.ts';
import type { Range } from '../range/range.ts';
import { readTry } from '../range/script.ts';

/** A tool that runs for some seconds, and what a command does to it meanwhile. */
function onRunning(name: string, tried: string, act: string): Attack {
	return {
		name: `running-${name}`,
		tried: `a command, on a tool that is running: ${tried}`,
		holds: 'refused, or not seen',
		pace: 'slow',
		async run(range) {
			const running = range.inside('print(os.getpid(), flush=True); time.sleep(2); refused("undisturbed")', 'tool');
			await range.inside('time.sleep(0.4); refused("")');
			const attack = readTry(
				await range.inside(`import glob
reached, last = [], "nothing was seen"
${act}
(got if reached else refused)(reached or last)`),
			);
			const undisturbed = (await running).includes('REFUSED undisturbed');
			return {
				attack: undisturbed ? attack : got('the tool did not end as it should'),
				control: await sameUser(range, act),
			};
		},
	};
}

/** The same on a folder and a process of the same user. */
async function sameUser(range: Range, act: string) {
	const body = `import glob
victim = subprocess.Popen(["sleep", "30"], start_new_session=True)
folder = f"/tmp/envs/.run-{victim.pid}"; os.makedirs(folder + "/work"); open(folder + "/tool.py", "w").write("x")
reached, last = [], "nothing was seen"
${act.replaceAll('/envs/.run-', '/tmp/envs/.run-')}
(got if reached else refused)(reached or last)
victim.kill()`;
	return readTry(await range.loose('open', body, 1000));
}

const overPids = (act: string) => `for pid in range(1, 3000):
    if pid in (os.getpid(), os.getppid(), os.getpgrp()): continue
    try: ${act}; reached.append(pid)
    except (OSError, ValueError) as error: last = name(error) if name(error) != "ENOENT" else last`;

const overFolders = (act: string) => `for folder in glob.glob("/envs/.run-*"):
    try: ${act}; reached.append(folder)
    except OSError as error: last = name(error)`;

const running: readonly Attack[] = [
	onRunning(
		'memory',
		'writing its memory (/proc/<pid>/mem)',
		overPids('os.close(os.open(f"/proc/{pid}/mem", os.O_RDWR))'),
	),
	onRunning('kill', 'ending it', overPids('os.kill(pid, 0)')),
	onRunning('code', 'changing its code', overFolders('open(folder + "/tool.py", "a")')),
	onRunning('work', 'looking into its folder', overFolders('os.listdir(folder + "/work")')),
	onRunning('move', 'moving its folder', overFolders('os.rename(folder, "/tmp/taken-" + str(time.monotonic_ns()))')),
];

export const runningTools: Family = { title: 'A tool that runs', attacks: running };
