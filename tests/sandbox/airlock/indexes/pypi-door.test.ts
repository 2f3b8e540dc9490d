import { describe, expect, it } from 'vitest';
import { startFakeIndex } from '../../../support/fake-index/fake-index.ts';
import { daysAgo } from '../../../support/fake-index/fake-npm.ts';
import { openIndexesDoor } from './open-indexes-door.ts';

describe('The door to PyPI, for a set-up', () => {
	it('serves whatever is asked for, page and wheel, by age and hash', async () => {
		await using index = await startFakeIndex();
		const wheel = index.add({ name: 'humanize', version: '4.0' });
		const young = index.add({ name: 'humanize', version: '4.1', uploadTime: daysAgo(1) });
		const { door, get } = openIndexesDoor({ pypi: index.url });
		const page = await get('/pypi/simple/humanize/');
		expect([page.text.includes('humanize-4.0'), page.text.includes('humanize-4.1')]).toEqual([true, false]);
		const file = await get(`/pypi/files/${wheel.sha256}/${wheel.filename}`);
		expect(file.bytes.equals(wheel.bytes)).toBe(true);
		expect((await get(`/pypi/files/${young.sha256}/${young.filename}`)).status).toBe(404);
		expect(door.fetched()).toEqual(['pypi: humanize 4.0']);
	});

	it('serves a wheel that a lock names, of which no page was asked for', async () => {
		await using index = await startFakeIndex();
		const wheel = index.add({ name: 'humanize', version: '4.0' });
		const { get } = openIndexesDoor({ pypi: index.url });
		expect((await get(`/pypi/files/${wheel.sha256}/${wheel.filename}`)).status).toBe(200);
		expect((await get(`/pypi/files/${'0'.repeat(64)}/${wheel.filename}`)).status).toBe(404);
	});

	it('serves nothing whose age the index does not tell, unless the policy names it', async () => {
		await using index = await startFakeIndex();
		index.add({ name: 'humanize', version: '4.0', uploadTime: null });
		expect((await openIndexesDoor({ pypi: index.url }).get('/pypi/simple/humanize/')).text).not.toContain(
			'humanize-4.0',
		);
		const open = openIndexesDoor({ pypi: index.url }, { undated: ['humanize'] });
		expect((await open.get('/pypi/simple/humanize/')).text).toContain('humanize-4.0');
	});
});
