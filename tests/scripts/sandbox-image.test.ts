import { describe, expect, it } from 'vitest';
import { oldImages } from '../../scripts/sandbox-image.mjs';

const day = 86_400;
const now = 1_800_000_000_000;
const image = (tag: string, days: number) => ({
	Names: [`localhost/threadsmith-sandbox:${tag}`],
	Created: now / 1000 - days * day,
});

describe('oldImages()', () => {
	it('names those of an older guest that were made more than 90 days ago', () => {
		const json = JSON.stringify([image('new', 1), image('old', 91), image('edge', 89), { Created: 0 }]);
		expect(oldImages(json, 'localhost/threadsmith-sandbox:new', now)).toEqual(['localhost/threadsmith-sandbox:old']);
	});

	it('never names the one in use', () => {
		const json = JSON.stringify([image('used', 400)]);
		expect(oldImages(json, 'localhost/threadsmith-sandbox:used', now)).toEqual([]);
	});

	it.each(['', '{', 'null', '{}'])('names none where the answer is %j', (json) => {
		expect(oldImages(json, 'x', now)).toEqual([]);
	});
});
