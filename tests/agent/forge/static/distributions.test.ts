import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWellKnown, lookalikeOf } from '../../../../src/agent/forge/static/allow-list.ts';
import { knownProviders, provides, usualDistribution } from '../../../../src/agent/forge/static/distributions.ts';
import { isSlip } from '../../../../src/agent/forge/static/slip.ts';

describe('usualDistribution', () => {
	it.each([
		['cv2', 'opencv-python-headless'],
		['yaml', 'pyyaml'],
		['sklearn', 'scikit-learn'],
		['PIL', 'pillow'],
		['bs4', 'beautifulsoup4'],
		['dateutil', 'python-dateutil'],
		['docx', 'python-docx'],
		['fitz', 'pymupdf'],
		['Crypto', 'pycryptodome'],
		['typing_extensions', 'typing-extensions'],
		['humanize', 'humanize'],
	])('of %s is %s', (module, distribution) => {
		expect(usualDistribution(module)).toBe(distribution);
	});
});

describe('provides', () => {
	it('goes by what is known, else by the name', () => {
		expect(provides('pyyaml', 'yaml')).toBe(true);
		expect(provides('yaml', 'yaml')).toBe(false);
		expect(provides('opencv-python', 'cv2')).toBe(true);
		expect(provides('python-foo', 'foo')).toBe(true);
		expect(provides('foo-bar', 'foo_bar')).toBe(true);
		expect(provides('foo', 'bar')).toBe(false);
	});

	it('knows nothing of what every object has', () => {
		for (const name of ['constructor', '__proto__', 'toString']) expect(knownProviders(name)).toBeUndefined();
	});
});

describe('isSlip', () => {
	it.each([
		['reqeusts', 'requests'],
		['humanise', 'humanize'],
		['panads', 'pandas'],
		['beautifulsoup', 'beautifulsoup4'],
		['lxm', 'lxml'],
		['lmxl', 'lxml'],
	])('takes %s for %s', (one, other) => {
		expect(isSlip(one, other)).toBe(true);
		expect(isSlip(other, one)).toBe(true);
	});

	it.each([
		['pandas', 'pandas'],
		['pandas', 'polars'],
		['six', 'pix4'],
		['toml', 'tqdm'],
	])('does not take %s for %s', (one, other) => {
		expect(isSlip(one, other)).toBe(false);
	});

	it('counts one letter changed, left out, added or swapped as a slip in every longer name', () => {
		const name = fc.stringMatching(/^[a-z]{6,12}$/);
		fc.assert(
			fc.property(name, fc.nat(5), fc.constantFrom('change', 'leave', 'add', 'swap'), (word, at, how) => {
				const [a = '', b = ''] = [word[at], word[at + 1]];
				const middle = { change: '0', leave: '', add: `${a}0`, swap: `${b}${a}` }[how];
				const slipped = word.slice(0, at) + middle + word.slice(at + (how === 'swap' ? 2 : 1));
				expect(isSlip(slipped, word)).toBe(slipped !== word);
			}),
		);
	});
});

describe('lookalikeOf', () => {
	it('names the well-known distribution that was meant, if any', () => {
		expect(lookalikeOf('humanise')).toBe('humanize');
		expect(lookalikeOf('humanize')).toBeUndefined();
		expect(lookalikeOf('ourcompany-reports')).toBeUndefined();
		expect(isWellKnown('requests')).toBe(false);
	});
});
