import { describe, expect, it } from 'vitest';
import { type Backlog, broadcast } from '../../src/base/broadcast.ts';

function all<T>(): Backlog<T, T> {
	const waiting: T[] = [];
	return { push: (item) => void waiting.push(item), shift: () => waiting.shift() };
}

async function* counting(to: number): AsyncGenerator<number> {
	for (let number = 1; number <= to; number += 1) yield number;
}

describe('broadcast()', () => {
	it('gives each reader everything in order, however late it begins to read', async () => {
		const { read, ended } = broadcast(counting(5));
		const [prompt, late] = [read(all()), read(all())];
		expect(await Array.fromAsync(prompt)).toEqual([1, 2, 3, 4, 5]);
		await ended;
		expect(await Array.fromAsync(late)).toEqual([1, 2, 3, 4, 5]);
	});

	it('runs the source to its end though nobody reads, and though a reader leaves', async () => {
		const { read, ended } = broadcast(counting(1000));
		read(all());
		for await (const _first of read(all())) break;
		await ended;
	});

	it('keeps nothing for a reader that has left', async () => {
		const pushed: number[] = [];
		const gate = Promise.withResolvers<void>();
		async function* source() {
			yield 1;
			await gate.promise;
			yield 2;
		}
		const { read, ended } = broadcast(source());
		const backlog = all<number>();
		for await (const _first of read({ ...backlog, push: (item) => pushed.push(item) && backlog.push(item) })) break;
		gate.resolve();
		await ended;
		expect(pushed).toEqual([1]);
	});

	it('gives a reader that comes in the middle what comes from then on', async () => {
		const gate = Promise.withResolvers<void>();
		async function* source() {
			yield 1;
			await gate.promise;
			yield 2;
		}
		const { read } = broadcast(source());
		const first = read(all());
		expect((await first.next()).value).toBe(1);
		const second = read(all());
		gate.resolve();
		expect(await Array.fromAsync(second)).toEqual([2]);
	});

	it('ends its readers where the source fails, and tells why by `ended`', async () => {
		const reason = new Error('the machine is broken');
		async function* source() {
			yield 1;
			throw reason;
		}
		const { read, ended } = broadcast(source());
		expect(await Array.fromAsync(read(all()))).toEqual([1]);
		await expect(ended).rejects.toBe(reason);
	});
});
