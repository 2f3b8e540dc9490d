import { expect, it } from 'vitest';
import { toCallResult } from '../../../../src/sandbox/podman/guest-link/call-result.ts';

it('a result that is nested deeper than anybody means to is an error, not a crash', () => {
	const deep = { a: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) };
	expect(toCallResult({ content: [], structuredContent: deep })).toEqual({
		ok: false,
		text: 'The result is nested more than 100 levels deep',
	});
});
