import type { Attack, Family } from '../attack.ts';
import { shot } from '../shot.ts';

/** Done to every process that is not one's own, `pid`; each from a script that goes over all ids that there can be. */
const deeds: readonly (readonly [name: string, tried: string, act: string])[] = [
	['kill', 'SIGKILL', 'os.kill(pid, 9)'],
	['stop', 'SIGSTOP', 'os.kill(pid, signal.SIGSTOP)'],
	['handle', 'a handle of it (pidfd), and a signal through that', 'signal.pidfd_send_signal(os.pidfd_open(pid), 0)'],
	['environment', 'reading its environment', 'open(f"/proc/{pid}/environ").read()'],
	['memory', 'opening its memory for writing', 'open(f"/proc/{pid}/mem", "r+b")'],
	['descriptors', 'listing its descriptors', 'os.listdir(f"/proc/{pid}/fd")'],
	['output', 'writing to its standard output, which is the way to the host', 'open(f"/proc/{pid}/fd/1", "w")'],
	['command', 'reading its command line', 'open(f"/proc/{pid}/cmdline").read()'],
	['priority', 'changing its priority', 'os.setpriority(os.PRIO_PROCESS, pid, 19)'],
	['limits', 'changing its limits', '__import__("resource").prlimit(pid, __import__("resource").RLIMIT_CPU, (0, 0))'],
	['affinity', 'pinning it', 'os.sched_setaffinity(pid, {0})'],
	['scheduler', 'making it idle', 'os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))'],
	['oom', 'offering it to the kernel when memory runs out', 'open(f"/proc/{pid}/oom_score_adj", "w").write("1000")'],
];

/** What a process that is seen lets others see and set; the rest is forbidden all the same. */
const seen: ReadonlySet<string> = new Set(['environment', 'descriptors', 'command', 'priority', 'affinity']);

/** All that are not its own: in the sandbox the guest, its init and what runs as somebody else. */
const overAll = (act: string) => `mine = {os.getpid(), os.getppid(), os.getpgrp(), os.getsid(0)}
reached, tried = [], 0
for pid in range(1, 400):
    if pid in mine: continue
    try: ${act}
    except (OSError, ValueError): tried += 1; continue
    reached.append(pid)
(got if reached else refused)(reached[:5] or f"none of {tried}")`;

/** On a victim of the same user: where nothing parts them. */
const overOne = (
	act: string,
) => `victim = subprocess.Popen(["sleep", "60"], stdout=subprocess.PIPE, start_new_session=True)
pid = victim.pid
time.sleep(0.05)
attempt(lambda: (${act}, "it was reached")[1])
victim.kill()`;

const onOthers: readonly Attack[] = deeds.flatMap(([name, tried, act]) =>
	(['smith', 'tool'] as const).map((who) =>
		shot({
			name: `reach-${name}-${who}`,
			tried: `${who === 'smith' ? 'a command' : 'a running tool'}, on every process that is not its own: ${tried}`,
			holds: 'refused, or not seen at all',
			who,
			pace: who === 'smith' ? 'quick' : 'slow',
			...(seen.has(name) && { needs: ['hidden processes'] }),
			body: overAll(act),
			control: { kind: 'open', uid: 1000, body: overOne(act) },
		}),
	),
);

export const processes: Family = {
	title: 'Processes of others',
	attacks: onOthers,
};
