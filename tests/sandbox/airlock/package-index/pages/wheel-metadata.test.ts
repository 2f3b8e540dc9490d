import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { metadataOfWheel } from '../../../../../src/sandbox/airlock/package-index/pages/wheel-metadata.ts';
import { makeWheel } from '../../../../support/fake-index/make-wheel.ts';

const wheel = makeWheel({
	name: 'humanize',
	version: '4.9',
	requires: ['lib-one'],
	files: { 'a.txt': 'a'.repeat(9_000) },
});

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function read(bytes: Uint8Array, cap = 1_000_000, size = 65_536): Promise<Buffer> {
	return metadataOfWheel(inPieces(bytes, size), 'the wheel', cap);
}

test('metadata is found wherever the wheel is cut on its way', async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: wheel.bytes.length }), async (size) => {
			expect((await read(wheel.bytes, 1_000_000, size)).toString()).toBe(wheel.metadata);
		}),
		{ numRuns: 40 },
	);
});

test('metadata in a wheel that is stored and not packed is found', async () => {
	const stored = zipSync({ 'humanize-4.9.dist-info/METADATA': Buffer.from(wheel.metadata) }, { level: 0 });
	expect((await read(stored)).toString()).toBe(wheel.metadata);
});

test('metadata that unpacks to too much is refused', async () => {
	const bomb = zipSync({ 'humanize-4.9.dist-info/METADATA': new Uint8Array(5_000_000) });
	expect(bomb.length).toBeLessThan(10_000);
	await expect(read(bomb)).rejects.toThrow('the wheel cannot be read as a wheel');
});

test('a wheel that unpacks to thirty times what it weighs is refused, whatever its metadata is', async () => {
	const bomb = zipSync({
		'data.bin': new Uint8Array(50_000_000),
		'humanize-4.9.dist-info/METADATA': Buffer.from(wheel.metadata),
	});
	expect(bomb.length).toBeLessThan(100_000);
	await expect(read(bomb)).rejects.toThrow('the wheel cannot be read as a wheel');
});

test('metadata elsewhere in the wheel does not count', async () => {
	const other = zipSync({ 'vendored/x-1.dist-info/METADATA': Buffer.from('Requires-Dist: lib-one') });
	await expect(read(other)).rejects.toThrow('the wheel has no metadata in it');
});

test('what is no wheel is refused, whatever it is', async () => {
	await expect(read(Buffer.from('no zip'))).rejects.toThrow('the wheel has no metadata in it');
	await fc.assert(
		fc.asyncProperty(
			fc.uint8Array({ minLength: 1, maxLength: 60 }),
			fc.nat(wheel.bytes.length - 60),
			async (noise, at) => {
				const broken = Uint8Array.from(wheel.bytes);
				broken.set(noise, at);
				await read(broken).catch((error) => expect(error).toMatchObject({ name: 'Denied' }));
			},
		),
	);
});
