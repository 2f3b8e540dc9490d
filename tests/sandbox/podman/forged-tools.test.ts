import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkToolResult, tryToolResult } from '../../../src/sandbox/built-ins.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { clean } from '../guest/drafts-clean.ts';
import { flagged } from '../guest/drafts-flagged.ts';
import { describeWithPodman, itOnHostKernel, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never, python } from './run-in.ts';

describeWithPodman('The image', () => {
	let home: PodmanHome | undefined;
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		home = await podmanHome();
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	const running = (): Sandbox => {
		if (sandbox === undefined) throw new Error('The sandbox did not start');
		return sandbox;
	};
	const call = (tool: string, args: Record<string, unknown>) => running().call({ tool, args }, { signal: never });
	const attempt = async (code: string, run: object = {}) => {
		const { data } = await call('try_tool', { code, runs: [{ input: {}, files: {}, times: 1, ...run }] });
		return tryToolResult.parse(data).runs[0] ?? [];
	};

	it('reads drafts with its own Python as the tests of the policy say', async () => {
		const wrong: unknown[] = [];
		const drafts = [...flagged, ...clean.map(([what, code]) => [what, code] as const)];
		for (const [what, code, ...found] of drafts) {
			const report = checkToolResult.parse((await call('check_tool', { code })).data);
			const rules =
				report.stage === 'checked' ? report.findings.map(({ rule, line }) => `${rule}@${line}`) : ['compile'];
			const seen = [...new Set(rules)].sort();
			if (seen.join() !== found.toSorted().join()) wrong.push({ what, seen, found });
		}
		expect(wrong).toEqual([]);
		expect(drafts.length).toBeGreaterThan(120);
	}, 120_000);

	it('knows which packages it has, and their names at the index', async () => {
		const code = 'import pandas, mpl_toolkits, matplotlib.pyplot, dateutil, PIL, humanize';
		expect((await call('check_tool', { code })).data).toMatchObject({
			imports: [
				{ module: 'PIL', from: 'installed', distribution: 'pillow' },
				{ module: 'dateutil', from: 'installed', distribution: 'python-dateutil' },
				{ module: 'humanize', from: 'missing' },
				{ module: 'matplotlib', from: 'installed', distribution: 'matplotlib' },
				{ module: 'mpl_toolkits', from: 'installed', distribution: 'matplotlib' },
				{ module: 'pandas', from: 'installed', distribution: 'pandas' },
			],
		});
	});

	it('tries drafts that read workbooks, count and draw, within its limits', async () => {
		const prepare = `import openpyxl
book = openpyxl.Workbook()
for row in (("a", "b"), (1, 2), (3, 4)): book.active.append(row)
book.save("book.xlsx")`;
		const code = `import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
def run(input):
    table = pd.read_excel("book.xlsx")
    table.plot()
    plt.savefig("chart.png")
    return {"sum": int(table["a"].sum())}`;
		const [end] = await attempt(code, { prepare });
		expect(end).toMatchObject({ ended: 'output', output: { sum: 4 }, files: [{ name: 'chart.png' }] });
	}, 60_000);

	itOnHostKernel(
		'gives drafts a list of fonts that they can read and not change',
		async () => {
			const code = `import glob, os
import matplotlib.font_manager
def run(input):
    [fonts] = glob.glob("/run/matplotlib/fontlist-*.json")
    refused = []
    for change in (lambda: os.remove(fonts), lambda: os.rename(fonts, fonts + "2"), lambda: open(fonts, "w")):
        try: change()
        except PermissionError: refused.append(True)
    own = os.environ["MPLCONFIGDIR"]
    open(own + "/matplotlibrc", "w").write("font.size: 99")
    return {"refused": len(refused), "here": len(os.listdir("/run/matplotlib")), "own": len(os.listdir(own)), "size": matplotlib.rcParams["font.size"]}`;
			const end = { ended: 'output', output: { refused: 3, here: 1, own: 2, size: 10 } };
			expect(await attempt(code, { times: 2 })).toMatchObject([end, end]);
			const { text } = await bash(running(), 'stat -c %a /run/matplotlib; ls /run/matplotlib');
			expect(text).toMatch(/750\n[\s\S]*Permission denied/);
		},
		60_000,
	);

	itOnHostKernel('keeps no shared memory and no queue from one run of a draft to the next', async () => {
		const code = `import ctypes, os
libc = ctypes.CDLL(None)
class Attributes(ctypes.Structure): _fields_ = [(name, ctypes.c_long) for name in ("flags", "most", "size", "now", "a", "b", "c", "d")]
def run(input):
    kinds = ("shm", "msg", "sem")
    seen = [kind for kind in kinds if len(open("/proc/sysvipc/" + kind).readlines()) > 1] + os.listdir("/dev/mqueue")
    libc.shmget(77, 4096, 0o1666); libc.msgget(77, 0o1666); libc.semget(77, 1, 0o1666)
    libc.mq_open(b"/left", os.O_CREAT | os.O_RDWR, 0o666, ctypes.byref(Attributes(0, 1, 8)))
    return {"seen": seen}`;
		const end = { ended: 'output', output: { seen: [] } };
		expect(await attempt(code, { times: 2 })).toMatchObject([end, end]);
	});

	itOnHostKernel(
		'outlives drafts that fork without end, take all memory or fill its disk',
		async () => {
			const bomb = 'import os\ndef run(input):\n    while True:\n        try: os.fork()\n        except OSError: pass';
			const hog = 'def run(input):\n    a = []\n    while True: a.append(bytearray(2**24))';
			const flood = `def run(input):
    for i in range(99):
        with open(str(i), "wb") as f: f.write(bytes(2**25))
    return {}`;
			const runs = [{ input: {}, files: {}, times: 1 }];
			const ends = [];
			for (const code of [bomb, hog, flood]) {
				const { data } = await call('try_tool', { code, runs, timeout: 5 });
				ends.push(tryToolResult.parse(data).runs[0]?.[0]);
			}
			expect(ends).toMatchObject([
				{ ended: 'crashed', how: expect.stringMatching(/Timed out/) },
				{ ended: 'crashed', how: expect.stringMatching(/SIGKILL/) },
				{ ended: 'error', error: { type: 'OSError' } },
			]);
			expect((await bash(running(), 'df --output=pcent /tmp | tail -1; pgrep -u 1001 | wc -l')).text).toMatch(
				/ [0-9]%\n0/,
			);
		},
		60_000,
	);

	it('has an environment folder that only its root can change, and a user for the airlock', async () => {
		const { text } = await bash(running(), 'readlink /envs; stat -c "%u %a" /envs/.; touch /envs/x; id -u airlock');
		expect(text).toMatch(/\/session\/disk\/envs\n0 715\n1002\n[\s\S]*cannot touch '\/envs\/x': Permission denied/);
		expect((await attempt('def run(input): open("/envs/x", "w")'))[0]).toMatchObject({
			error: { type: 'PermissionError' },
		});
		expect((await python(running(), 'import os\nos.setuid(1002)')).text).toContain('Operation not permitted');
	});
});
