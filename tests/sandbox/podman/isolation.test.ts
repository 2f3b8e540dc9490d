import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, itOnHostKernel, type PodmanHome, podmanHome, testedRuntime } from './podman-home.ts';
import { bash, never, python } from './run-in.ts';

describeWithPodman('A command in a sandbox', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;

	beforeAll(async () => {
		home = await podmanHome();
		for (const folder of Object.values(home.options.pathsOf('s').trees)) {
			await mkdir(folder, { recursive: true, mode: 0o700 });
			// Open to everyone, so that only the mount can forbid it
			await writeFile(join(folder, 'given.sh'), '#!/bin/sh\necho ran\n');
			await chmod(join(folder, 'given.sh'), 0o777);
		}
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	});
	afterAll(() => home?.[Symbol.asyncDispose]());

	it('has no network: one interface, no route, no names, no address', async () => {
		const { text } = await python(
			sandbox,
			`
import os, socket
print('interfaces', [line.split(':')[0].strip() for line in open('/proc/net/dev').readlines()[2:]])
print('routes', len(open('/proc/net/route').readlines()) - 1)
for what, act in {
    'connect': lambda: socket.create_connection(('1.1.1.1', 443), 3),
    'resolve': lambda: socket.getaddrinfo('example.com', 443),
    'metadata': lambda: socket.create_connection(('169.254.169.254', 80), 3),
    'host': lambda: socket.getaddrinfo('host.containers.internal', 80),
}.items():
    try: print(what, 'worked', act())
    except OSError as error: print(what, 'refused')
print(open('/etc/hosts').read(), open('/etc/resolv.conf').read())
`,
		);
		expect(text).toContain(
			"interfaces ['lo']\nroutes 0\nconnect refused\nresolve refused\nmetadata refused\nhost refused",
		);
		expect(text).toContain('127.0.0.1 localhost sandbox\n::1 localhost');
		expect(text).not.toContain('nameserver');
	});

	it.each([
		['sockets of the virtual machine', 'socket.socket(40, socket.SOCK_STREAM)'],
		['raw packets', 'socket.socket(socket.AF_PACKET, socket.SOCK_RAW)'],
		['crypto sockets', 'socket.socket(38, socket.SOCK_SEQPACKET)'],
		['netfilter', 'socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12)'],
		['a user namespace', 'call(272, 0x10000000)'],
		['a user namespace through clone', 'call(56, 0x10000000 | 17, 0, 0, 0, 0)'],
		['clone3', 'call(435, 0, 0)'],
		['ptrace', 'call(101, 0, 0, 0, 0)'],
		['keys', 'call(250, 0, -3, 0)'],
		['bpf', 'call(321, 0, 0, 0)'],
		['io_uring', 'call(425, 1, 0)'],
		['userfaultfd', 'call(323, 1)'],
		['performance counters', 'call(298, 0, 0, 0, 0, 0)'],
		['mounting', 'call(165, b"none", b"/tmp", b"tmpfs", 0, 0)'],
		['changing the root', 'call(161, b"/tmp")'],
		['reading other memory', 'call(310, 1, 0, 0, 0, 0, 0)'],
		['opening by handle', 'call(304, -100, 0, 0)'],
		['the kernel log', 'call(103, 3, 0, 0)'],
	])('is refused %s', async (_, attempt) => {
		const { text } = await python(
			sandbox,
			`
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(*args):
    if libc.syscall(*args) < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
try: print('worked', ${attempt})
except OSError as error: print('errno', error.errno)
`,
		);
		// EPERM of our own rules, ENOSYS and EAFNOSUPPORT of the profile's default
		expect(text).toMatch(/^errno (1|38|97)$/m);
	});

	it('cannot go around the rules through the 32-bit door', async () => {
		const { text } = await python(
			sandbox,
			`
import ctypes, mmap, os
if os.fork() == 0:
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    # mov eax, 20 (getpid); int 0x80; ret
    page.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    pid = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    os._exit(0 if pid == os.getpid() else 1)
_, status = os.wait()
print('worked' if status == 0 else 'refused')
`,
		);
		expect(text).toContain('refused');
	});

	it('may read what it is given, run its tools, and write none of it', async () => {
		const { text } = await bash(
			sandbox,
			`cat /inputs/given.sh /memories/given.sh | grep -c ran
			/tools/given.sh
			/inputs/given.sh 2>&1 || echo "inputs not run"
			for where in /inputs /tools /memories /session /usr /etc /opt/threadsmith; do
				touch $where/x 2>/dev/null && echo "wrote $where"
				test -e $where/given.sh && echo >>$where/given.sh && echo "wrote to $where/given.sh"
			done
			rm -f /inputs/given.sh 2>/dev/null && echo "removed"
			true`,
		);
		expect(text).toContain('\n2\nran\n');
		expect(text).toContain('inputs not run');
		expect(text).not.toMatch(/wrote|removed/);
	});

	it('may write where it works, and nothing there gains rights', async () => {
		const { text } = await bash(
			sandbox,
			`touch /workspace/a /outputs/b /tmp/c && echo written
			cp /bin/id /workspace/id && chmod 4755 /workspace/id && /workspace/id -u
			mknod /workspace/null c 1 3 2>&1 | tail -1
			rm -f /workspace/id`,
		);
		expect(text).toContain('written\n1000\n');
		expect(text).toMatch(/mknod.*not permitted/i);
	});

	it('has no capabilities and cannot gain any', async () => {
		const { text } = await bash(sandbox, 'grep -E "CapEff|CapPrm|NoNewPrivs|Seccomp:" /proc/self/status; id -u; id -G');
		// gVisor of 2022 does not tell of it
		const noNewPrivileges = testedRuntime === 'runsc' ? '' : 'NoNewPrivs:\t1\n';
		expect(text).toContain(
			`CapPrm:\t${'0'.repeat(16)}\nCapEff:\t${'0'.repeat(16)}\n${noNewPrivileges}Seccomp:\t2\n1000\n1000`,
		);
	});

	itOnHostKernel('can neither see, kill, stop nor read the guest', async () => {
		const { text } = await bash(
			sandbox,
			`for pid in $(seq 1 300); do
				[ -e /proc/$pid ] && continue
				case "$(kill -KILL $pid 2>&1)" in *permitted*) echo "denied $pid" ;; *"No such"*) continue ;; *) echo "killed $pid" ;; esac
				kill -STOP $pid 2>/dev/null && echo "stopped $pid"
				cat /proc/$pid/environ >/dev/null 2>&1 && echo "read $pid"
				ls /proc/$pid/fd >/dev/null 2>&1 && echo "listed $pid"
				echo x >/proc/$pid/fd/1 2>/dev/null && echo "wrote $pid"
			done`,
		);
		// The first process, and the guest at least.
		expect(text.match(/^denied \d+$/gm)?.length).toBeGreaterThan(1);
		expect(text).toMatch(/^denied 1$/m);
		expect(text).not.toMatch(/killed|stopped|read|listed|wrote/);
		await bash(sandbox, 'kill -9 -1; true');
		expect(await bash(sandbox, 'echo alive')).toMatchObject({ ok: true, text: expect.stringContaining('alive') });
	});

	it("sees no variable and no name of the host's", async () => {
		const { text } = await bash(sandbox, 'env; hostname');
		expect(text).not.toMatch(/proxy|token|key=/i);
		expect(text).toMatch(/^sandbox$/m);
	});
});
