import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GitFailedError, type StreamGit } from '../../../src/git/host/order.ts';
import { readObjects } from '../../../src/git/host/read-objects.ts';

const { signal } = new AbortController();

/** A git that prints this, in pieces of so many bytes. */
function printing(printed: Buffer, size: number): StreamGit {
	return async function* () {
		for (let at = 0; at < printed.length; at += size) yield printed.subarray(at, at + size);
	};
}

async function read(printed: Buffer, size = 1_000): Promise<readonly string[]> {
	const contents: string[] = [];
	for await (const { content } of readObjects(printing(printed, size), '/m', ['a'], signal))
		contents.push(content.toString('latin1'));
	return contents;
}

function printed(contents: readonly string[]): Buffer {
	return Buffer.from(contents.map((one) => `${'a'.repeat(40)} blob ${one.length}\n${one}\n`).join(''), 'latin1');
}

describe('Objects of a mirror', () => {
	it('are those that git prints, in whatever pieces they come and whatever they hold', async () => {
		const content = fc.string({ unit: fc.constantFrom('a', '\n', ' ', '\0', '\xff'), maxLength: 30 });
		await fc.assert(
			fc.asyncProperty(fc.array(content, { maxLength: 8 }), fc.integer({ min: 1, max: 60 }), async (contents, size) => {
				expect(await read(printed(contents), size)).toEqual(contents);
			}),
		);
	});

	it('end with a failure where one is missing, and none behind it is passed over', async () => {
		const missing = Buffer.from(`${'b'.repeat(40)} missing\n`);
		await expect(read(Buffer.concat([printed(['x']), missing, printed(['y'])]))).rejects.toThrow(GitFailedError);
	});

	it('are none where none is asked for: no git is started', async () => {
		const never: StreamGit = () => {
			throw new Error('started');
		};
		for await (const _ of readObjects(never, '/m', [], signal)) throw new Error('one came');
	});
});
