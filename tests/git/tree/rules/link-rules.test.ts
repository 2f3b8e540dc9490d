import { describe, expect, it } from 'vitest';
import { linkOnTheWay, linkProblem } from '../../../../src/git/tree/rules/link-rules.ts';

const out = 'is a link that leads out of the folder';
const none = 'is a link to what is no path';

describe('A link is refused', () => {
	it.each([
		['l', '/etc/passwd', out],
		['l', '..', out],
		['l', '../x', out],
		['a/l', '../../x', out],
		['a/l', 'b/../../../x', out],
		['a/l', '.././../x', out],
		['l', '', none],
		['l', 'a\0b', none],
		['l', 'a\nb', none],
		['l', 'C:\\x', none],
		['l', '..\\x', none],
		['l', 'a\ufffd', none],
		['.gitmodules', 'x', 'is a link in the place of .gitmodules'],
		['sub/.gitattributes', 'x', 'is a link in the place of .gitattributes'],
		['.GITIGNORE', 'x', 'is a link in the place of .gitignore'],
		['.mailmap', 'x', 'is a link in the place of .mailmap'],
		['gi7eba~1', 'x', 'is a link in the place of .gitmodules'],
	])('as %s to %j', (path, target, problem) => {
		expect(linkProblem(path, target)).toBe(problem);
	});

	it.each([
		['l', 'a'],
		['a/l', '..'],
		['a/l', '../b/c'],
		['a/b/l', '../../x'],
		['l', './a//b/'],
		['l', 'nowhere'],
		['l', 'a/..'],
	])('but not as %s to %s', (path, target) => {
		expect(linkProblem(path, target)).toBeUndefined();
	});
});

describe('On its way a link passes', () => {
	const isLink = (path: string) => path === 'd/e/up';

	it('another one, from where a step up may lead anywhere', () => {
		expect(linkOnTheWay('l', 'd/e/up/..', isLink)).toBe('d/e/up');
		expect(linkOnTheWay('d/l', 'e/up/x', isLink)).toBe('d/e/up');
	});

	it('none where it only ends at one', () => {
		expect(linkOnTheWay('l', 'd/e/up', isLink)).toBeUndefined();
		expect(linkOnTheWay('l', 'd/e/down/..', isLink)).toBeUndefined();
	});
});
