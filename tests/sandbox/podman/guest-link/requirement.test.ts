import fc from 'fast-check';
import { expect, it } from 'vitest';
import { requirementName } from '../../../../src/sandbox/podman/guest-link/requirement.ts';

it.each([
	['humanize', 'humanize'],
	[' lxml >= 5 ', 'lxml'],
	['Lazy_Thing.x[a, b-c]~=1.4.2,!=1.5.*', 'lazy-thing-x'],
	['x==1!2.0rc1+local.1', 'x'],
	['x<2,>=1', 'x'],
])('finds the name in %j', (line, name) => {
	expect(requirementName(line)).toBe(name);
});

it.each([
	'',
	'-r requirements.txt',
	'--no-build',
	'x @ https://127.0.0.1/x.whl',
	'https://127.0.0.1/x.whl',
	'./x',
	'/x.whl',
	'x; python_version > "3"',
	'x # comment',
	'x y',
	'x==',
	'x==1\n--no-build',
	'x\ny',
	'.x',
	'x-',
	'ümlaut',
	'x==1 --hash=sha256:0',
	`x==${'1'.repeat(300)}`,
])('finds none in %j', (line) => {
	expect(requirementName(line)).toBeUndefined();
});

it('finds names only in what begins with a letter or digit and has one line', () => {
	fc.assert(
		fc.property(fc.string({ maxLength: 250 }), (line) => {
			const name = requirementName(line);
			expect(name === undefined || /^\s*[a-z0-9][^\n@;/:#-]*/i.test(line)).toBe(true);
			expect(name === undefined || /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name)).toBe(true);
		}),
	);
});
