import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizedName, parseRequirement } from '../../../../src/agent/forge/static/requirement.ts';

describe('parseRequirement', () => {
	it.each([
		['humanize', 'humanize', 'humanize'],
		['  PyYAML ', 'pyyaml', 'pyyaml'],
		['ruamel.yaml>=0.18', 'ruamel-yaml', 'ruamel-yaml>=0.18'],
		['lxml >=5 , != 5.1.*', 'lxml', 'lxml>=5,!=5.1.*'],
		['lxml (>=5,<6)', 'lxml', 'lxml>=5,<6'],
		['pandas[excel, Feather_X]>=2', 'pandas', 'pandas[excel,feather-x]>=2'],
		['a[]', 'a', 'a'],
		['x~=1.0rc1+local', 'x', 'x~=1.0rc1+local'],
		['tzdata; sys_platform == "win32"', 'tzdata', 'tzdata; sys_platform == "win32"'],
		[
			"b>1;(python_version>='3.9' and os_name not in 'nt')",
			'b',
			"b>1; (python_version>='3.9' and os_name not in 'nt')",
		],
	])('reads %j', (written, name, text) => {
		expect(parseRequirement(written)).toEqual({ name, text });
	});

	it.each([
		'',
		' ',
		'-e .',
		'--index-url=x',
		'-r other.txt',
		'.',
		'./humanize',
		'/tmp/humanize',
		'..\\humanize',
		'humanize @ file:///tmp/a',
		'humanize@1.0',
		'git+https://example.org/a.git',
		'https://example.org/a-1.0-py3-none-any.whl',
		'a-1.0-py3-none-any.whl',
		'a.tar.gz',
		'a b',
		'a==',
		'a>=1,,<2',
		'a=1',
		'a===1',
		'a>=1 --hash=sha256:00',
		'a; ',
		'a; import os',
		'a; os_name == "ü"',
		'a; os_name == "x\n-r other.txt"',
		'a; python_version > "3" # x',
		'a\nb',
		'a[',
		'a[b',
		'a[,]',
		'-a',
		'a-',
		'ünicode',
		'a'.repeat(201),
	])('refuses %j in a sentence', (written) => {
		expect(parseRequirement(written)).toBeTypeOf('string');
	});

	it('says what addresses, options and the like are', () => {
		expect(parseRequirement('a @ https://example.org/a.whl')).toContain('is an address or a path');
		expect(parseRequirement('--pre')).toContain('is an option');
	});

	it('reads what it wrote as the same', () => {
		const name = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,10}[A-Za-z0-9])?$/);
		const extras = fc.array(name, { maxLength: 3 }).map((names) => (names.length > 0 ? `[${names.join(' , ')}]` : ''));
		const clauses = fc
			.array(fc.constantFrom('>=1', '<2.0', ' != 3.*', '~= 4.1'), { maxLength: 3 })
			.map((list) => list.join(','));
		fc.assert(
			fc.property(name, extras, clauses, (a, b, c) => {
				const read = parseRequirement(`${a}${b}${c}`);
				if (typeof read === 'string') {
					expect(read).toContain('is an address or a path');
					return;
				}
				expect(read.name).toBe(normalizedName(a));
				expect(parseRequirement(read.text)).toEqual(read);
			}),
		);
	});

	it('lets nothing through that a requirements file would read as more than one name, whatever comes', () => {
		const anything = fc.oneof(
			fc.string(),
			fc.string({ unit: fc.constantFrom(...'aZ0-._[]();,<>=!~@/\\\'" \n#') }),
			fc.string({ unit: 'binary' }),
		);
		fc.assert(
			fc.property(anything, (written) => {
				const read = parseRequirement(written);
				if (typeof read === 'string') return;
				expect(read.text).toMatch(
					/^[a-z0-9][a-z0-9-]*(?:\[[a-z0-9,-]*\])?(?:[<>=!~][^;\s@/\\-]*[^;\s@/\\]*)*(?:; .+)?$/,
				);
				expect(read.text).not.toMatch(/[\n\r#@\\]|:\/\/|\s--/);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('normalizedName', () => {
	it('is the same however often it is done', () => {
		fc.assert(
			fc.property(fc.string(), (name) => {
				expect(normalizedName(normalizedName(name))).toBe(normalizedName(name));
			}),
		);
		expect(normalizedName('Ruamel._-YAML')).toBe('ruamel-yaml');
	});
});
