import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../../src/sandbox/files/run.ts';

const never = new AbortController().signal;

describe('runProgram', () => {
	it('gives exit code and output, in English, with nothing between it and the arguments', async () => {
		const args = ['-c', 'printf "%s" "$1"; echo $LC_ALL >&2; exit 3', 'sh', '$(id) "a b"'];
		expect(await runProgram('sh', args, never)).toEqual({ code: 3, stdout: '$(id) "a b"', stderr: 'C\n' });
	});

	it('rejects with ENOENT where there is no such program', async () => {
		await expect(runProgram('no-such-program', [], never)).rejects.toMatchObject({ code: 'ENOENT' });
	});

	it('keeps the first 64 KiB of what is written and reads on to the end', async () => {
		const { code, stdout } = await runProgram('sh', ['-c', 'head -c 1000000 /dev/zero'], never);
		expect({ code, kept: stdout.length }).toEqual({ code: 0, kept: 64 * 1024 });
	});

	it('stopped, rejects with the reason once the program is gone', async () => {
		const stop = new AbortController();
		const running = runProgram('sleep', ['1000'], stop.signal);
		stop.abort(new Error('stopped by Ann'));
		await expect(running).rejects.toThrow('stopped by Ann');
		await expect(runProgram('true', [], stop.signal)).rejects.toThrow('stopped by Ann');
	});

	it("rejects with the system's code where the process has no descriptor left", () => {
		const program = join(import.meta.dirname, 'starved-program.ts');
		const line = `ulimit -n 64; exec "$0" --disable-warning=ExperimentalWarning "$1"`;
		const { stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath, program], { encoding: 'utf8' });
		expect(stdout, stderr).toBe('EMFILE');
	});
});
