import { describe, expect, it } from 'vitest';
import { withoutMain } from '../../../../src/agent/forge/static/main-block.ts';

const body = 'import json\n\n\ndef run(input):\n    return {}\n';

describe('withoutMain', () => {
	it.each([
		['a main block', 'if __name__ == "__main__":\n    print(run({}))\n'],
		[
			'one with what people put around it',
			"\n\n# as a script\nif (__name__ == '__main__') :\n\timport sys\n\n\tfor line in sys.stdin:\n\t\tprint(line)\n# the end\n\n",
		],
		['one the other way round, on one line', 'if "__main__" == __name__: print(run({}))'],
		['one with line ends of Windows', 'if __name__ == "__main__":\r\n    print(run({}))\r\n'],
	])('takes off %s at the end', (_, main) => {
		expect(withoutMain(body + main)).toBe(main.includes('# as a script') ? `${body}\n\n# as a script\n` : body);
	});

	it.each([
		['without one', body],
		['with one before other code', `if __name__ == "__main__":\n    x = 1\n${body}`],
		['with one that has an else', `${body}if __name__ == "__main__":\n    x = 1\nelse:\n    x = 2\n`],
		['that asks for something else', `${body}if __name__ == "tool":\n    x = 1\n`],
		['that speaks of one in a text', `${body}HELP = """\nif __name__ == "__main__":\n    x\n"""\n`],
	])('leaves code as it is %s', (_, code) => {
		expect(withoutMain(code)).toBe(code);
	});

	it('takes a line at a time, however long the code is', () => {
		const long = `${'if __name__ == "__main__":\n'.repeat(20_000)}${'    x = 1\n'.repeat(20_000)}`;
		expect(withoutMain(body + long).length).toBeLessThan(body.length + long.length);
		expect(withoutMain(`if (${' '.repeat(200_000)}`)).toContain('if (');
	});
});
