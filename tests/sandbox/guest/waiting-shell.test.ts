import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { describeGuest } from './describe-guest.ts';
import { alive } from './start-guest.ts';

describeGuest('a shell that waits', ({ guest }) => {
	const isOf = (pid: number, space: string) => {
		try {
			return readlinkSync(`/proc/${pid}/ns/pid`) === space;
		} catch {
			return false;
		}
	};

	/** Those of this guest; the machine may have others. */
	async function waiting() {
		const space = (await guest().bash('readlink /proc/self/ns/pid')).text.split('\n').at(-1) ?? '';
		return () => alive("builtin read -r -d ''").filter((pid) => isOf(pid, space));
	}

	async function oneWaits() {
		const shells = await waiting();
		await waitFor(() => shells().length === 1, 'one waits');
		return shells;
	}

	const line = async (command: string) => {
		await oneWaits();
		return (await guest().bash(command)).text;
	};

	it('takes the next command, and is another one each time', async () => {
		const shells = await oneWaits();
		const [first] = shells();
		const own = `tr '\\0' ' ' </proc/$$/cmdline; echo; echo $$`;
		const [, ...told] = [await guest().bash(own), await oneWaits(), await guest().bash(own)].flatMap((one) =>
			'text' in one ? [one.text] : [],
		);
		expect(told[0]).toContain('builtin read');
		expect(shells()).not.toContain(first);
	});

	it.each([
		'echo "$#" "$0" "$-" "$SHLVL" "$BASH_ENV" "$OLDPWD" "$REPLY" "$LINENO" "$PWD" "$?"',
		// It counts the seconds that begin, not those that pass: a moment may come to one of them.
		'echo "$BASH_EXECUTION_STRING" | head -c 20; echo $((SECONDS < 30))',
		'nonsense-a\n\nnonsense-b; exit 4',
		'set -eu; echo one; false; echo two',
		'trap "echo bye" EXIT; echo hi',
		'cat; cat <<END\nhere $((1 + 1))\nEND\nkill -TERM $$',
		'env | sort | grep -v THREADSMITH_CALL; umask; ulimit -u',
		String.raw`printf 'ü\t%s\n' "\$x" 'a  b' "it's" \\ '*'`,
	])('runs it as bash itself does: %s', async (command) => {
		const told = await line(command);
		// Too long to be told to one that waits
		const cold = await guest().bash(`${command}\n#${'x'.repeat(17_000)}`);
		expect(told).toBe(cold.text);
	});

	it('waits only where nothing else of its user runs', async () => {
		const mark = `mark${randomUUID().slice(0, 8)}`;
		const shells = await oneWaits();
		await guest().bash(`nohup python3 -c 'import time; time.sleep(600)' ${mark} >/dev/null 2>&1 &`);
		await waitFor(() => alive(mark).length > 0, 'something runs on');
		await guest().call('try_tool', {
			code: 'def run(input):\n    return {}',
			runs: [{ input: {}, files: {}, times: 1 }],
		});
		expect(alive(mark)).toHaveLength(1);
		expect(shells()).toEqual([]);
		await guest().call('sweep');
	});

	it('is ended before anything else of its user is started, and by a sweep, which does not tell of it', async () => {
		const shells = await oneWaits();
		const [first] = shells();
		await guest().call('search_files', { pattern: 'nothing of that kind' });
		// It was sent its end before; one that has no processor needs one to die.
		await waitFor(() => !shells().includes(first ?? 0), 'its end');
		await oneWaits();
		expect((await guest().call('sweep')).data).toMatchObject({ stopped: [] });
		expect(shells()).toEqual([]);
	});

	it('is told by what it runs, and by for how long', async () => {
		await oneWaits();
		const running = guest().bash('(sleep 600.25; true); echo over');
		await waitFor(() => alive('600.25').length > 0, 'it runs');
		const { stopped } = (await guest().call('sweep')).data as { stopped: { command: string; seconds: number }[] };
		const told = stopped.filter(({ command }) => command === 'bash -c (sleep 600.25; true); echo over');
		expect(told.length).toBeGreaterThan(0);
		expect(stopped.map(({ command }) => command).join()).not.toContain('builtin read');
		await running;
	});
});
