import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../src/base/log.ts';
import { eraseUnused } from '../../src/process/retention.ts';
import { viewSession } from '../../src/store/session/session-folder.ts';
import { holdingAny } from '../support/holding-any.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../support/workbench.ts';

const day = 86_400_000;
const log = silentLogger;

describe('RETENTION_DAYS', () => {
	it('erases a session that nobody has spoken in for that long, once, and no other', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'One' }, { text: 'Two' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const other = { ...message('saffron'), thread: { platform: 'terminal', id: 'other' } };
		const view = (id: string) => viewSession(dir.path, id);
		const at = new Date(Date.now() - 8 * day).toISOString();
		await bench.say({ ...message('ultramarine'), at }, other);
		await eraseUnused(9, Date.now(), { ...bench, view, log });
		await bench.dispatch.settled();
		expect((await holdingAny(dir.path, ['ultramarine'])).length).toBeGreaterThan(0);
		await eraseUnused(7, Date.now(), { ...bench, view, log });
		await bench.dispatch.settled();
		expect(await holdingAny(dir.path, ['ultramarine'])).toEqual([]);
		expect((await holdingAny(dir.path, ['saffron'])).length).toBeGreaterThan(0);
		const { journal } = await bench.sessions.open(sessionId);
		const { length } = await journal.after(0);
		await eraseUnused(7, Date.now(), { ...bench, view, log });
		await bench.dispatch.settled();
		expect(await journal.after(0)).toHaveLength(length);
	});

	it('erases one whose record is damaged, too', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'One' }]) });
		await bench.say({ ...message('ultramarine'), at: new Date(Date.now() - 8 * day).toISOString() });
		await writeFile(join(dir.path, 'sessions', sessionId, 'session.json'), '{"ver');
		const view = (id: string) => viewSession(dir.path, id);
		await eraseUnused(7, Date.now() + 8 * day, { ...bench, view, log });
		await bench.dispatch.settled();
		expect(await holdingAny(dir.path, ['ultramarine'])).toEqual([]);
	});
});
