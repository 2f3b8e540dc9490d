import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExchangeError } from '../../../src/git/code-host/wire/exchange.ts';
import type { OpenFile } from '../../../src/git/code-host/wire/open-file.ts';
import { takeFiles } from '../../../src/git/follow/lfs/take-files.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';

const never = new AbortController().signal;
const server = {
	...{ kind: 'server' as const, url: 'https://lfs.example.org/acme/app.git/info/lfs', mayBePrivate: true },
	headers: {},
};

let temp: TempDir;
beforeEach(async () => {
	temp = await tempDir();
});
afterEach(() => temp[Symbol.asyncDispose]());

describe('Files that do not come from where they lie', () => {
	const contents = Array.from({ length: 110 }, (_, n) => Buffer.from(`file ${n}`));
	const pointers = contents.map((one) => ({
		sha256: createHash('sha256').update(one).digest('hex'),
		size: one.length,
	}));
	const bodyOf = (text: string) =>
		(async function* () {
			yield Buffer.from(text);
		})();

	/** Offers all that is asked for; `file` answers for them. */
	async function takeAll(file: (at: number) => ReturnType<OpenFile>) {
		let gets = 0;
		const open: OpenFile = async ({ method, url, body = '' }) => {
			if (method === 'GET') {
				gets += 1;
				return await file(Number(url.searchParams.get('n')));
			}
			const asked = (JSON.parse(body) as { readonly objects: readonly { readonly oid: string }[] }).objects;
			const objects = asked.map(({ oid }) => {
				const n = pointers.findIndex(({ sha256: one }) => one === oid);
				return { oid, actions: { download: { href: `https://store.example.net/f?n=${n}` } } };
			});
			return { status: 200, body: bodyOf(JSON.stringify({ objects })) };
		};
		const order = { pointers, servers: [server], most: 1e9, folder: temp.path, hash: 'sha1' } as const;
		return { became: await takeFiles(order, open, never), gets: () => gets };
	}
	const whysIn = (became: Awaited<ReturnType<typeof takeFiles>>) =>
		new Set([...became.values()].map((one) => (one.kind === 'taken' ? 'taken' : one.why)));

	it.each([
		['cannot be reached', async () => Promise.reject(new ExchangeError('unreachable')), 'cannot be reached'],
		['take too long', async () => Promise.reject(new ExchangeError('too-long')), 'took too long'],
		['were asked for too often', async () => ({ status: 429, body: bodyOf('') }), 'asked too often'],
		['lie at a server in trouble', async () => ({ status: 503, body: bodyOf('') }), 'status 503'],
	])('as they %s are not asked for one after the other', async (_name, file, why) => {
		const { became, gets } = await takeAll(file);
		expect(gets()).toBe(4);
		expect(became.size).toBe(pointers.length);
		expect([...whysIn(became)]).toEqual([expect.stringContaining(why)]);
	});

	it('cost none of the others where some come', async () => {
		const { became, gets } = await takeAll(async (n) =>
			n % 4 === 0
				? { status: 200, body: bodyOf(contents[n]?.toString() ?? '') }
				: Promise.reject(new ExchangeError('unreachable')),
		);
		expect(gets()).toBe(pointers.length);
		expect([...became.values()].filter(({ kind }) => kind === 'taken')).toHaveLength(28);
	});

	it('are told of as what they are, and those that came before are kept', async () => {
		const { became, gets } = await takeAll(async (n) =>
			n < 8
				? { status: 200, body: bodyOf(contents[n]?.toString() ?? '') }
				: Promise.reject(new ExchangeError('unreachable')),
		);
		expect(gets()).toBe(12);
		expect([...became.values()].filter(({ kind }) => kind === 'taken')).toHaveLength(8);
	});
});
