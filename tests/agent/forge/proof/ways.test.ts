import { describe, expect, it } from 'vitest';
import { renamed, waysToCall } from '../../../../src/agent/forge/proof/ways.ts';
import { manifestOf } from '../../../support/kept-tools.ts';

const string = { type: 'string' } as const;
const number = { type: 'number' } as const;

async function waysOf(properties: Readonly<Record<string, unknown>>, required: readonly string[], input: object) {
	const schema = { type: 'object', properties, required, additionalProperties: false };
	const manifest = { ...manifestOf(1), sha256: '1'.repeat(64), input: schema };
	const ways = await waysToCall({ examples: [{ input: { ...input }, output: {} }] }, manifest);
	return ways.map((way) => Object.fromEntries(way));
}

describe('waysToCall()', () => {
	it.each<[string, Readonly<Record<string, unknown>>, readonly string[], object, readonly object[]]>([
		['the same names', { n: number }, ['n'], { n: 1 }, [{}]],
		['one other name', { n: number }, ['n'], { x: 1 }, [{ x: 'n' }]],
		['a name of the same kind', { n: number, s: string }, ['n', 's'], { x: 1, y: 'a' }, [{ x: 'n', y: 's' }]],
		[
			'names of one kind',
			{ a: string, b: string },
			['a', 'b'],
			{ x: '1', y: '2' },
			[
				{ x: 'a', y: 'b' },
				{ x: 'b', y: 'a' },
			],
		],
		['one that lacks what is needed', { n: number, m: number }, ['n', 'm'], { x: 1 }, []],
		['one that may lack what is not needed', { n: number, s: string }, ['n'], { x: 1 }, [{ x: 'n' }]],
		['one of another kind', { n: number }, ['n'], { x: 'a' }, []],
		['too many other names', { a: string, b: string, c: string, d: string }, [], { w: '', x: '', y: '', z: '' }, []],
	])('knows %s', async (_, properties, required, input, ways) => {
		expect(await waysOf(properties, required, input)).toEqual(ways);
	});

	it('tries no more than three', async () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
		const properties = Object.fromEntries(names.map((name) => [name, string]));
		expect(await waysOf(properties, [], { x: '', y: '', z: '' })).toHaveLength(3);
	});
});

describe('renamed()', () => {
	it('keeps what has no other name', () => {
		expect(renamed({ x: 1, y: 2 }, new Map([['x', 'a']]))).toEqual({ a: 1, y: 2 });
	});
});
