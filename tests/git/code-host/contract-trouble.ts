import { describe, expect, it, vi } from 'vitest';
import { type Kind, openCodeHost } from '../../support/code-host/code-host-ground.ts';
import { startConnectProxy } from '../../support/fake-index/connect-proxy.ts';
import { never, whyOf } from './contract-parts.ts';

/** Hosts that are away, have had enough, or answer with something else. */
export function describeTrouble(kind: Kind): void {
	describe('a host in trouble', () => {
		it('says when to come again where it has had enough of us', async () => {
			await using ground = await openCodeHost(kind);
			ground.standIn.setLimit({ kind: 'primary', until: ground.now + 120_000 });
			const limited = { kind: 'refused', why: `${ground.name} takes no more requests of ours for now.` };
			expect(await ground.host.look(ground.access(), never)).toEqual({ ...limited, againAt: ground.now + 120_000 });
			ground.standIn.setLimit({ kind: 'secondary', wait: 30 });
			expect(await ground.host.look(ground.access(), never)).toEqual({ ...limited, againAt: ground.now + 30_000 });
			ground.standIn.setLimit({ kind: 'secondary' });
			expect(await ground.host.look(ground.access(), never)).toEqual({ ...limited, againAt: ground.now + 60_000 });
			ground.standIn.setLimit({ kind: 'secondary', wait: 10_000_000 });
			expect(await ground.host.look(ground.access(), never)).toEqual({ ...limited, againAt: ground.now + 86_400_000 });
		});

		it.each([
			['is out of order', 502, 'text/html', '<html>Bad gateway</html>', 'is out of order: it answered 502'],
			['answers with a page', 200, 'text/html', '<html>Log in</html>', 'something that its API does not say'],
			[
				'answers with half an answer',
				200,
				'application/json',
				'{"full_name":"acm',
				'something that its API does not say',
			],
			[
				'answers with other types',
				200,
				'application/json',
				'{"full_name":7}',
				'its API does not say (its "full_name")',
			],
			['answers with a path that leads out', 200, 'application/json', '{"full_name":"../../x"}', 'does not say'],
			['answers with nothing', 200, 'application/json', '', 'does not say'],
			['has a status that there is not', 999, 'application/json', '{}', 'is out of order'],
			['says a type that is none', 200, 'garbage;;;=', '{"full_name":7}', 'does not say'],
			['nests without end', 200, 'application/json', '['.repeat(200_000), 'does not say'],
			['answers with a list', 200, 'application/json', '[]', 'does not say'],
		])('%s: one sentence, and a time', async (_, status, type, body, words) => {
			await using ground = await openCodeHost(kind);
			ground.standIn.bend((_call, response) => {
				response.writeHead(status, { 'content-type': type }).end(body);
				return true;
			});
			const answer = await ground.host.look(ground.access(), never);
			expect(whyOf(answer)).toContain(words);
			expect(answer).toMatchObject({ kind: 'refused', againAt: ground.now + 60_000 });
		});

		it('says a refusal in the words of the host, harmless and short', async () => {
			await using ground = await openCodeHost(kind);
			const message = `no\u202e "way" ${'x'.repeat(1_000)}`;
			ground.standIn.bend((_call, response) => {
				response.writeHead(422, { 'content-type': 'application/json' });
				response.end(`{"message":${JSON.stringify(message)},"id":12345678901234567890}`);
				return true;
			});
			const why = whyOf(await ground.host.look(ground.access(), never));
			expect(why).toContain("refused that for acme/app with 422: \"no\\u202e 'way' xxx");
			expect(why.length).toBeLessThan(400);
		});

		it('is asked without a proxy where the operator has named it, as git is', async () => {
			await using proxy = await startConnectProxy({});
			vi.stubEnv('https_proxy', proxy.url);
			vi.stubEnv('no_proxy', '');
			await using ground = await openCodeHost(kind);
			expect(await ground.host.look(ground.access(), never)).toMatchObject({ kind: 'facts' });
			expect(proxy.asked).toEqual([]);
			vi.unstubAllEnvs();
		});

		it('reads no answer without end', async () => {
			await using ground = await openCodeHost(kind, { most: 100_000 });
			let sent = 0;
			ground.standIn.bend((_call, response) => {
				response.writeHead(200, { 'content-type': 'application/json' });
				const chunk = Buffer.alloc(65_536, 32);
				const more = (): void => {
					while (!response.destroyed && sent < 100_000_000 && response.write(chunk)) sent += chunk.length;
					if (!response.destroyed && sent < 100_000_000) response.once('drain', more);
				};
				more();
				return true;
			});
			expect(whyOf(await ground.host.look(ground.access(), never))).toContain('answered with more than is read');
			expect(sent).toBeLessThan(50_000_000);
		});

		it('waits for no answer longer than it has to, and goes at once when it is told to', async () => {
			await using ground = await openCodeHost(kind, { time: { connect: 5_000, answer: 300 } });
			ground.standIn.bend(() => true);
			expect(await ground.host.look(ground.access(), never)).toMatchObject({
				why: expect.stringContaining('did not answer in time'),
				againAt: expect.any(Number),
			});
			const stop = new AbortController();
			const looking = ground.host.look(ground.access(), stop.signal);
			stop.abort(new Error('enough'));
			await expect(looking).rejects.toThrow('enough');
		});

		it('breaks off, and cannot be reached', async () => {
			const ground = await openCodeHost(kind);
			ground.standIn.bend((_call, response) => {
				response.destroy();
				return true;
			});
			expect(whyOf(await ground.host.look(ground.access(), never))).toContain('cannot be reached');
			const access = ground.access();
			await ground[Symbol.asyncDispose]();
			await using other = await openCodeHost(kind, { privateHosts: [ground.name] });
			expect(whyOf(await other.host.look(access, never))).toContain('cannot be reached');
		});

		it('is believed only by its certificate, and at a private address only where it is named', async () => {
			await using ground = await openCodeHost(kind, { ca: undefined });
			expect(whyOf(await ground.host.look(ground.access(), never))).toContain('a certificate that nobody here knows');
			await using near = await openCodeHost(kind, { privateHosts: [] });
			expect(whyOf(await near.host.look(near.access(), never))).toContain('is at a private address');
			await using wrongPort = await openCodeHost(kind, { privateHosts: ['127.0.0.1:1'] });
			expect(whyOf(await wrongPort.host.look(wrongPort.access(), never))).toContain('is at a private address');
			expect([...ground.standIn.calls, ...near.standIn.calls, ...wrongPort.standIn.calls]).toEqual([]);
		});
	});
}
