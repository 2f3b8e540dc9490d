import { describe, expect, it } from 'vitest';
import type { RenewOrder } from '../../../src/git/code-host/code-host.ts';
import { markOfPart, ownComment, ownPart } from '../../../src/git/text/own-part.ts';
import { type CodeHostGround, type Kind, openCodeHost } from '../../support/code-host/code-host-ground.ts';
import { never, newsOf, order, whyOf } from './contract-parts.ts';

const first = ownPart('Checked: passed');
const second = ownPart('Checked: passed again');

async function openedWith(ground: CodeHostGround, body: string) {
	await ground.host.open(ground.access(), { ...order, body }, never);
	const [made] = ground.standIn.pulls('acme/app');
	if (!made) throw new Error('There is no pull request');
	return made;
}

function renewal(ground: CodeHostGround, changes: Partial<RenewOrder> = {}): RenewOrder {
	const comment = ownComment('Pushed: passed again');
	return { number: 1, was: markOfPart(first), part: second, comment, since: ground.now, ...changes };
}

const writes = (ground: CodeHostGround) =>
	ground.standIn.calls.filter(({ method }) => method !== 'GET').map(({ method, status }) => `${method} ${status}`);

/** Renewing the text of a pull request. */
export function describeRenew(kind: Kind): void {
	describe('renew()', () => {
		const edited = kind === 'github' ? 'PATCH 200' : 'PATCH 201';

		it('writes our part anew and nothing else, once', async () => {
			await using ground = await openCodeHost(kind);
			const made = await openedWith(ground, `Why.\n\n${first}`);
			// Somebody has written around it, in a page that ends lines otherwise.
			made.body = `Why, by Ada.\r\n\r\n${first.replaceAll('\n', '\r\n')}\r\n\r\n- [x] seen`;
			for (const _again of [1, 2])
				expect(await ground.host.renew(ground.access(), renewal(ground), never)).toEqual({
					kind: 'renewed',
					as: 'text',
				});
			expect(made.body).toBe(`Why, by Ada.\r\n\r\n${second}\r\n\r\n- [x] seen`);
			expect(writes(ground)).toEqual(['POST 201', edited]);
		});

		it.each([
			['people have changed it', (body: string) => body.replace('passed', 'failed')],
			['it is gone', () => ''],
		])('leaves it where %s, and comments once, which is no news', async (_, change) => {
			await using ground = await openCodeHost(kind);
			const made = await openedWith(ground, `Why.\n\n${first}`);
			made.body = change(made.body);
			const left = made.body;
			for (const _again of [1, 2])
				expect(await ground.host.renew(ground.access(), renewal(ground), never)).toEqual({
					kind: 'renewed',
					as: 'comment',
				});
			expect(made.body).toBe(left);
			expect(writes(ground)).toEqual(['POST 201', 'POST 201']);
			expect((await newsOf(ground)).items).toEqual([]);
		});

		it('comments where nobody knows what was written', async () => {
			await using ground = await openCodeHost(kind);
			await openedWith(ground, first);
			const unknown = renewal(ground, { was: undefined });
			expect(await ground.host.renew(ground.access(), unknown, never)).toMatchObject({ as: 'comment' });
		});

		it('says for good that the credential may not, and otherwise when to come again', async () => {
			await using ground = await openCodeHost(kind);
			const made = await openedWith(ground, first);
			const eves = ground.access({ key: { kind: 'token', token: 'eves-token' } });
			const refused = await ground.host.renew(eves, renewal(ground), never);
			expect(refused).toMatchObject({ kind: 'refused', gone: true });
			ground.standIn.setLimit({ kind: 'secondary', wait: 60 });
			expect(await ground.host.renew(ground.access(), renewal(ground), never)).toMatchObject({
				kind: 'refused',
				againAt: ground.now + 60_000,
			});
			ground.standIn.setLimit(undefined);
			expect(whyOf(await ground.host.renew(ground.access(), renewal(ground, { number: 9 }), never))).not.toBe('');
			expect(made.body).toBe(first);
		});
	});
}
