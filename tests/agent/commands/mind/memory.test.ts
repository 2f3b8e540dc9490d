import { describe, expect, it } from 'vitest';
import { keep } from '../../../../src/agent/memory/keep.ts';
import { inForce, readIndex } from '../../../../src/agent/memory/memory-index.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import { ask, bo, said } from '../../../support/commands.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openWorkbench } from '../../../support/workbench.ts';

const thread: Thread = { platform: 'slack', id: 'T1-C1-1.1' };
const by = { person: bo, thread };

describe('/memory edit', () => {
	it.each([
		['other words', 'The office is in Hamburg'],
		['words that another memory has', 'The launch is in May'],
	])('with %s brings back nothing that the former ones had replaced', async (_, words) => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'ok' }]) });
		await bench.say({ ...said('hello', by), audience: 'public' });
		const folder = bench.notes.open({ kind: 'session', session: bench.places.sessionIdOf(thread) });
		const from = { letter: 'm', from: 'Bo', person: bo.id };
		const kept = async (text: string, day: number, supersedes: readonly string[] = []) => {
			const made = await keep({ ...from, text, at: `2026-11-0${day}T00:00:00.000Z`, supersedes }, folder);
			return made.kind === 'refused' ? made.why : made.id;
		};
		await kept('The launch is in May', 1);
		const munich = await kept('The office is in Munich', 3, [await kept('The office is in Berlin', 2)]);
		expect(await ask(bench, `/memory edit ${munich} ${words}`, by)).toContain('Changed: ');
		const lines = inForce(await readIndex(folder)).map(({ line }) => line);
		expect(lines.toSorted()).toEqual([...new Set([words, 'The launch is in May'])].toSorted());
	});
});
