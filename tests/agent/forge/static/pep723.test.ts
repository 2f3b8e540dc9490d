import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitHeader, writeHeader } from '../../../../src/agent/forge/static/pep723.ts';

const body = 'import json\n\n\ndef run(input: dict) -> dict:\n    return {}\n';

describe('writeHeader', () => {
	it('is a PEP 723 header', () => {
		expect(writeHeader(['humanize', 'lxml>=5'])).toBe(
			'# /// script\n# requires-python = ">=3.13"\n# dependencies = [\n#     "humanize",\n#     "lxml>=5",\n# ]\n# ///\n',
		);
		expect(writeHeader([])).toContain('# dependencies = []\n');
	});
});

describe('splitHeader', () => {
	it('takes out what was written, with the dependencies', () => {
		fc.assert(
			fc.property(fc.array(fc.string()), (dependencies) => {
				const taken = splitHeader(writeHeader(dependencies) + body);
				expect(taken).toEqual({ code: body, dependencies: [...new Set(dependencies)] });
			}),
		);
	});

	it('leaves a body without one as it is', () => {
		expect(splitHeader(body)).toEqual({ code: body, dependencies: [] });
		const later = `${body}# /// script\n# dependencies = ["a"]\n# ///\n`;
		expect(splitHeader(later)).toEqual({ code: later, dependencies: [] });
	});

	it('knows it behind a comment, with blank ends and foreign line ends, and takes out a second one', () => {
		const written = `#!/usr/bin/env python3\r\n\r\n# /// script \r\n# dependencies = ["a"]\r\n#\r\n# ///\r\n# /// script\r\n# dependencies = ["b"]\r\n# ///\r\n${body}`;
		expect(splitHeader(written)).toEqual({ code: `#!/usr/bin/env python3\n\n${body}`, dependencies: ['a', 'b'] });
	});

	it('takes out one that cannot be read, which declares nothing', () => {
		for (const content of ['dependencies = [', 'dependencies = "a"', 'dependencies = [1]', 'x = 1'])
			expect(splitHeader(`# /// script\n# ${content}\n# ///\n${body}`)).toEqual({ code: body, dependencies: [] });
	});

	it('leaves one that has no end, and other blocks', () => {
		for (const head of ['# /// script\n# dependencies = []\n', '# /// other\n# a = 1\n# ///\n'])
			expect(splitHeader(head + body).code).toBe(head + body);
	});

	it('comes to an end on everything', () => {
		const line = fc.constantFrom(
			'# /// script',
			'# ///',
			'#',
			'# a = [',
			'',
			'x = 1',
			'# dependencies = ["a"]',
			' # ///',
		);
		fc.assert(
			fc.property(fc.array(line), (lines) => {
				const { code } = splitHeader(lines.join('\n'));
				expect(splitHeader(code).code).toBe(code);
			}),
		);
	});
});

it('a megabyte of headers is read once, line by line', () => {
	const code = '# /// script\n# dependencies = ["a"]\n# ///\n'.repeat(25_000);
	expect(splitHeader(`${code}print(1)`).dependencies).toEqual(['a']);
}, 20_000);
