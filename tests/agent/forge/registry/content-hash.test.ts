import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../../src/agent/forge/registry/content-hash.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const content = fc.record({ 'tool.py': text, 'tests.json': text, lock: text }, { requiredKeys: ['tool.py'] });

describe('the hash of a version', () => {
	it('is that of its code, tests and lock, in whatever order, and of nothing else', () => {
		const files = { 'tool.py': 'a', 'tests.json': '[]', lock: 'x==1' };
		expect(contentHash({ 'manifest.json': '{}', lock: 'x==1', 'tests.json': '[]', 'tool.py': 'a' })).toBe(
			contentHash(files),
		);
		const written = 'tool.py 1\natests.json 2\n[]lock 4\nx==1';
		expect(contentHash(files)).toBe(createHash('sha256').update(written).digest('hex'));
	});

	it('is another one for any other content, however the same characters are divided', () => {
		expect(contentHash({ 'tool.py': 'ab', 'tests.json': 'c' })).not.toBe(
			contentHash({ 'tool.py': 'a', 'tests.json': 'bc' }),
		);
		expect(contentHash({ 'tool.py': 'a', lock: '' })).not.toBe(contentHash({ 'tool.py': 'a' }));
		fc.assert(
			fc.property(content, content, (one, other) => {
				const same = JSON.stringify(one) === JSON.stringify(other);
				expect(contentHash(one) === contentHash(other)).toBe(same);
			}),
		);
	});
});
