import { describe, expect, it } from 'vitest';
import { createShowOnce } from '../../../src/adapters/present/show-once.ts';
import { createMemoryOutbox } from '../memory-outbox.ts';

const row = { session: 's', thread: { platform: 'terminal', id: 's' }, turn: 't', key: 't/1/message' } as const;

/** A platform that keeps posts, and dies after posting when told to. */
function createPlatform() {
	const posts: string[] = [];
	const lookUps: string[] = [];
	return {
		posts,
		lookUps,
		find: async (_thread: unknown, key: string) => {
			lookUps.push(key);
			const at = posts.indexOf(key);
			return at < 0 ? undefined : `id-${at}`;
		},
		post:
			(key: string, afterwards: () => void = () => {}) =>
			async () => {
				posts.push(key);
				afterwards();
				return `id-${posts.length - 1}`;
			},
	};
}

function crash(): never {
	throw new Error('crash');
}

describe('showOnce()', () => {
	it.each(['intend', 'intended', 'sent'] as const)('posts once although the process died at "%s"', async (point) => {
		const platform = createPlatform();
		let alive = false;
		const outbox = createMemoryOutbox((call) => call === point && !alive && crash());
		const once = createShowOnce({ outbox, find: platform.find, lookUp: 'left-over' });
		await expect(once(row, [], platform.post(row.key))).rejects.toThrow('crash');
		alive = true;
		const shown = await once(row, await outbox.rows('s', 't'), platform.post(row.key));
		expect(platform.posts).toEqual([row.key]);
		expect(shown).toEqual({ id: 'id-0', posted: point !== 'sent' });
		expect(outbox.all).toEqual([{ ...row, id: 'id-0' }]);
	});

	it('posts once although the process died between the post and its id', async () => {
		const platform = createPlatform();
		const outbox = createMemoryOutbox();
		const once = createShowOnce({ outbox, find: platform.find, lookUp: 'left-over' });
		await expect(once(row, [], platform.post(row.key, crash))).rejects.toThrow('crash');
		expect(await once(row, await outbox.rows('s', 't'), platform.post(row.key))).toEqual({ id: 'id-0', posted: false });
		expect(platform.posts).toEqual([row.key]);
	});

	it('takes the id that the outbox has, without looking at the platform', async () => {
		const platform = createPlatform();
		const once = createShowOnce({ outbox: createMemoryOutbox(), find: platform.find, lookUp: 'always' });
		await once(row, [], platform.post(row.key));
		platform.lookUps.length = 0;
		expect(await once(row, [], platform.post(row.key))).toEqual({ id: 'id-0', posted: false });
		expect(await once(row, [{ ...row, id: 'known' }], platform.post(row.key))).toEqual({ id: 'known', posted: false });
		expect(platform.lookUps).toEqual([]);
	});

	it('asks the platform for a fresh intent only where that costs nothing', async () => {
		for (const [lookUp, asked] of [
			['left-over', []],
			['always', [row.key]],
		] as const) {
			const platform = createPlatform();
			const once = createShowOnce({ outbox: createMemoryOutbox(), find: platform.find, lookUp });
			await once(row, [], platform.post(row.key));
			expect(platform.lookUps).toEqual(asked);
		}
	});

	it("does not mistake another session's row for its own", async () => {
		const platform = createPlatform();
		const once = createShowOnce({ outbox: createMemoryOutbox(), find: platform.find, lookUp: 'left-over' });
		const other = { ...row, session: 'other', id: 'theirs' };
		expect((await once(row, [other], platform.post(row.key))).posted).toBe(true);
	});
});
