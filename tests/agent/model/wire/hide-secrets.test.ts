import { expect, it } from 'vitest';
import { hideSecrets } from '../../../../src/agent/model/wire/hide-secrets.ts';

it.each(['test', 'oken', 'vllm', 'odel', 'a.est'])('a short key is not cut out of a longer word: %s', (key) => {
	const words = 'the latest token count of vllm0 and its models';
	expect(hideSecrets(words, key)).toBe(words);
});

it.each(['abc1', 'key$(', '(a+)+', 'schlüß', '[x]^'])('a short key is hidden where it stands alone: %s', (key) => {
	expect(hideSecrets(`Not ${key}, "${key}" or Bearer:${key}`, key)).toBe('Not [key], "[key]" or Bearer:[key]');
});

it('a long key is hidden wherever it stands', () => {
	expect(hideSecrets('xnobody-knows-thisx', 'nobody-knows-this')).toBe('x[key]x');
});
