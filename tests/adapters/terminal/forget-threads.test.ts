import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forgetThreads } from '../../../src/adapters/terminal/forget-threads.ts';
import { createLineHistory } from '../../../src/adapters/terminal/input/line-history.ts';
import { createTranscripts } from '../../../src/adapters/terminal/render/transcript.ts';
import { holdingAny } from '../../support/holding-any.ts';
import { tempDir } from '../../support/temp-dir.ts';

const at = '2026-01-01T00:00:00.000Z';
const one = { platform: 'terminal', id: 'one' };
const other = { platform: 'terminal', id: 'other' };

describe('forgetThreads()', () => {
	it('leaves nothing of what was said or shown in a thread, and what was in others', async () => {
		await using dir = await tempDir();
		await using transcripts = createTranscripts(dir.path);
		const history = createLineHistory(join(dir.path, 'typed-lines.jsonl'));
		const typed = ['saffron\n  in two lines', 'ultramarine'];
		for (const line of typed) await history.add(line);
		await transcripts.append(one, { at, kind: 'said', text: '› saffron\n    in two lines' });
		await transcripts.append(one, { at, kind: 'text', text: 'The saffron is kept', key: 'k' });
		await transcripts.append(other, { at, kind: 'said', text: '› ultramarine' });
		for (const _twice of [1, 2]) await forgetThreads(dir.path, ['one', 'none']);
		expect(await holdingAny(dir.path, ['saffron'])).toEqual([]);
		expect(await history.load()).toEqual(['ultramarine']);
		expect(await holdingAny(dir.path, ['ultramarine'])).toHaveLength(2);
		// A terminal that is open goes on.
		await transcripts.append(one, { at, kind: 'said', text: '› vermilion' });
		await using again = createTranscripts(dir.path);
		expect((await again.last(one, 9)).map(({ text }) => text)).toEqual(['› vermilion']);
	});

	it('forgets many threads at once', async () => {
		await using dir = await tempDir();
		await using transcripts = createTranscripts(dir.path);
		const history = createLineHistory(join(dir.path, 'typed-lines.jsonl'));
		const ids = Array.from({ length: 20 }, (_, at) => `thread-${at}`);
		for (const id of ids) {
			await history.add(`line of ${id};`);
			await transcripts.append({ platform: 'terminal', id }, { at, kind: 'said', text: `› line of ${id};` });
		}
		await history.add('ultramarine');
		await Promise.all(ids.map((id) => forgetThreads(dir.path, [id])));
		expect(await history.load()).toEqual(['ultramarine']);
		expect(await holdingAny(dir.path, ['line of'])).toEqual([]);
	});
});
