import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isGreeting, readHead } from '../../../src/gateway/serve/read-request.ts';

it.each([
	['/v1/messages?beta=true', { target: '/v1/messages?beta=true', key: undefined }],
	[
		'/v1beta/models/m:generateContent?key=vk-1&alt=sse',
		{ target: '/v1beta/models/m:generateContent?alt=sse', key: 'vk-1' },
	],
	['/v1beta/models?k%65y=vk-1', { target: '/v1beta/models', key: 'vk-1' }],
	['/v1beta/models?key=vk-1&key=vk-1', { target: '/v1beta/models', key: 'vk-1' }],
	['/v1beta/models?key=vk-1&key=vk-2', { target: '/v1beta/models', key: undefined }],
	['/v1/models/a%2Fb', { target: '/v1/models/a%2Fb', key: undefined }],
])('reads %s', (target, head) => {
	expect(readHead({ target, headers: {} })).toEqual(head);
});

it('keeps no key in what it passes on, wherever and however it stands', () => {
	const name = fc.constantFrom('key', 'k%65y', '%6bey', 'KEY', 'alt', 'key[]', ' key', '+key');
	const query = fc.array(fc.tuple(name, fc.constantFrom('vk-secret', 'sse', '')), { maxLength: 5 });
	fc.assert(
		fc.property(query, (pairs) => {
			const written = pairs
				.map(([one, value]) => `${one}=${value}`)
				.join('&')
				.replaceAll(' ', '%20');
			const head = readHead({ target: `/v1/x?${written}`, headers: {} });
			const left = new URLSearchParams(head?.target.split('?')[1] ?? '');
			expect(left.has('key')).toBe(false);
		}),
	);
});

it.each([
	['HEAD', '/', true],
	['GET', '/', false],
	['GET', '/api/hello?a=b', true],
	['POST', '/api/hello', false],
	['HEAD', '/v1/models', false],
])('%s %s asks only if anybody is there: %s', (method, target, greets) => {
	expect(isGreeting({ method, target })).toBe(greets);
});
