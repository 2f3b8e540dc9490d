import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rulesOf, urlOf } from '../../../src/gateway/upstream/upstream.ts';

it.each([
	['https://api.openai.com/v1', '/chat/completions', 'https://api.openai.com/v1/chat/completions'],
	['http://127.0.0.1:8000/v1/', '/responses', 'http://127.0.0.1:8000/v1/responses'],
	[
		'https://host',
		'/v1beta/models/a%2Fb:generateContent?alt=sse',
		'https://host/v1beta/models/a%2Fb:generateContent?alt=sse',
	],
])('joins %s and %s', (baseUrl, path, url) => {
	expect(urlOf({ baseUrl }, path).href).toBe(url);
});

it('never leads out of the upstream, whatever the path', () => {
	const marks = fc.constantFrom(
		'/',
		'//',
		'..',
		'.',
		'%2e',
		'%2F',
		'\\',
		'@',
		':',
		'?',
		'#',
		'host',
		'http://',
		'\t',
		'\n',
		' ',
	);
	const paths = fc.array(fc.oneof(marks, fc.string({ maxLength: 4 })), { maxLength: 8 }).map((parts) => parts.join(''));
	fc.assert(
		fc.property(paths, fc.constantFrom('https://10.0.0.1:8000/v1', 'http://h'), (path, baseUrl) => {
			try {
				const url = urlOf({ baseUrl }, path);
				expect(url.origin).toBe(new URL(baseUrl).origin);
				expect(url.pathname.startsWith(`${new URL(baseUrl).pathname.replace(/\/$/, '')}/`)).toBe(true);
				expect([url.username, url.password]).toEqual(['', '']);
			} catch (error) {
				expect(String(error)).toMatch(/leads out of the upstream|Invalid URL/);
			}
		}),
	);
});

it.each([
	['https://api.openai.com/v1', 'chat', { chatLimit: 'max_completion_tokens', keepsUnlessTold: true }],
	['https://eu.api.openai.com/v1', 'chat', { chatLimit: 'max_completion_tokens', keepsUnlessTold: true }],
	['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'chat', { thoughtBeside: 81_920 }],
	['https://api.siliconflow.com/v1', 'chat', { thoughtBeside: 40_000 }],
	['https://generativelanguage.googleapis.com', 'gemini', { keepsUnlessTold: true }],
	['https://generativelanguage.googleapis.com/v1beta/openai', 'chat', {}],
	['https://api.openai.com/v1', 'responses', {}],
	['https://api.openai.com.example.com/v1', 'chat', {}],
	['https://aliyuncs.com.example.com/v1', 'chat', {}],
	['http://127.0.0.1:8000/v1', 'chat', {}],
] as const)('knows the ways of %s in %s', (baseUrl, dialect, ways) => {
	expect(rulesOf({ baseUrl }, dialect)).toEqual(ways);
});
