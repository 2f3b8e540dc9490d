import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptRuns } from '../../../../src/agent/forge/script/script-runs.ts';
import { bashMessages } from './bash-messages.ts';

const none = { kind: 'text', text: '' };

function only(command: string) {
	const [run] = scriptRuns(bashMessages(command));
	return run;
}

describe('runs of Python scripts', () => {
	it.each<[string, string, readonly string[], object, string?]>([
		['alone', 'python3 /workspace/a.py', [], none],
		['by a relative path', 'python a.py x', ['x'], none],
		['with options of Python', 'python3 -u -W ignore a.py -v', ['-v'], none],
		['by a whole path of Python', '/usr/bin/python3.13 a.py', [], none],
		['as a program', './a.py "x y"', ['x y'], none],
		['with quotes and escapes', `python3 a.py 'it is' "a \\"b\\"" c\\ d`, ['it is', 'a "b"', 'c d'], none],
		['after a change of folder', 'cd sub && python3 ../a.py in.csv', ['in.csv'], none, '/workspace/sub'],
		['on the next line', 'mkdir -p x\npython3 a.py 1 # note', ['1'], none],
		['with settings', 'X=1 timeout 60 python3 a.py 1', ['1'], none],
		['with its output elsewhere', 'python3 a.py 1 > out.txt 2>&1 | head -3', ['1'], none],
		['with a file as input', 'python3 a.py < in.txt', [], { kind: 'file', path: 'in.txt' }],
		['behind cat', 'cat in.txt | python3 a.py', [], { kind: 'file', path: 'in.txt' }],
		['behind echo', 'echo one two | python3 a.py', [], { kind: 'text', text: 'one two\n' }],
		['with a text below it', "python3 a.py 1 <<'EOF'\n$x\ny\nEOF\necho done", ['1'], { kind: 'text', text: '$x\ny\n' }],
		['after the script was written', "cat > a.py <<'EOF'\nprint('a')\nEOF\npython3 a.py 2", ['2'], none],
	])('are known %s', (_, command, args, stdin, folder = '/workspace') => {
		expect(only(command)).toEqual({ path: '/workspace/a.py', args, stdin, folder });
	});

	it.each([
		['with a variable', 'python3 a.py $x'],
		['with what a command prints', 'python3 a.py "$(ls)"'],
		['with a pattern', 'python3 a.py *.csv'],
		['behind another program', 'sort in.txt | python3 a.py'],
		['of no file', "python3 -c 'print(1)'; python3 -m pytest a.py; python3 - <<EOF\nprint(1)\nEOF"],
		['outside of /workspace', 'python3 /inputs/a.py; cd /tmp; python3 a.py'],
		['that are only named', 'cat a.py; echo python3 a.py; vim a.py'],
	])('are none that can be repeated %s', (_, command) => {
		expect(only(command)).toBeUndefined();
	});

	it('keep the folder from call to call, and are none where the call failed', () => {
		const messages = bashMessages(
			'cd /workspace/x',
			{ failed: 'cd y; python3 a.py 1' },
			'python3 a.py 2',
			'python3 a.py 2',
		);
		expect(scriptRuns(messages)).toEqual([
			{ path: '/workspace/x/y/a.py', args: ['2'], stdin: none, folder: '/workspace/x/y' },
		]);
	});

	it('are read of whatever a model sends', () => {
		const part = fc.constantFrom(
			'python3',
			' ',
			'a.py',
			'<',
			'<<',
			'EOF',
			'\n',
			"'",
			'"',
			'\\',
			'|',
			'&&',
			';',
			'(',
			'$',
			'cd',
			'..',
			'#',
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
				for (const { path } of scriptRuns(bashMessages(parts.join('')))) expect(path).toMatch(/^\/workspace\//);
			}),
		);
	});

	it('are read in a megabyte of hostile text', () => {
		const texts = ["'", '"', '<<E\n', '| ', '\\', '$(', 'python3 a.py ', '# ', '\n'].map((one) =>
			one.repeat(500_000 / one.length),
		);
		expect(scriptRuns(bashMessages(...texts.map((text) => `python3 a.py ${text}`))).length).toBeLessThan(20_000);
	});
});
