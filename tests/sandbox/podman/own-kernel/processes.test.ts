import { expect, it } from 'vitest';
import { parseProcesses } from '../../../../src/sandbox/podman/own-kernel/processes.ts';

it('reads who runs inside from what runsc prints', () => {
	const printed = `UID       PID       PPID      C         TTY       STIME     TIME      CMD
0         1         0         0         ?         21:20     0s        podman-init
1000      9         2         4         pts/0     21:20     1m20.5s   my program
`;
	expect(parseProcesses(printed)).toEqual([
		{ uid: 0, pid: 1, command: 'podman-init', seconds: 0 },
		{ uid: 1000, pid: 9, command: 'my program', seconds: 0 },
	]);
});

it.each(['', 'UID PID', 'sandbox is not running', '1000 x'])('reads nobody from %j', (printed) => {
	expect(parseProcesses(printed)).toEqual([]);
});
