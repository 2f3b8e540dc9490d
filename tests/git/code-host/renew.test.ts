import { expect, it } from 'vitest';
import { type PullText, renewPull } from '../../../src/git/code-host/renew.ts';
import { HostProblem, settled } from '../../../src/git/code-host/wire/refusals.ts';
import { markOfPart, ownComment, ownPart } from '../../../src/git/text/own-part.ts';
import { never } from './contract-parts.ts';

it.each([
	[400, undefined],
	[403, true],
	[404, true],
	[422, true],
])('a text whose change is refused with %i is given up: %s', async (status, gone) => {
	const was = ownPart('one');
	const pull: PullText = {
		body: async () => was,
		write: () => Promise.reject(new HostProblem({ kind: 'refused', why: 'No.', gone: true }, { status })),
		comments: async () => [],
		say: async () => undefined,
	};
	const order = { number: 1, was: markOfPart(was), part: ownPart('two'), comment: ownComment('two'), since: 0 };
	expect(await settled(renewPull(pull, order), never)).toEqual({ kind: 'refused', why: 'No.', ...(gone && { gone }) });
});
