import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { answer, done, notice, openShow, play, started, taken } from './open-show.ts';
import { textsOf } from './streaming-turn.ts';

type Artifact = Extract<AgentEvent, { type: 'artifact' }>;

async function artifactIn(folder: string, name: string, content: string): Promise<Artifact> {
	await writeFile(join(folder, name), content);
	const sha256 = createHash('sha256').update(content).digest('hex');
	return { type: 'artifact', key: `t1-x/${name}/artifact`, name, size: Buffer.byteLength(content), sha256 };
}

function goneArtifact(name: string): Artifact {
	return { type: 'artifact', key: `t1-x/${name}/artifact`, name, size: 1, sha256: '' };
}

describe('what a turn hands over in Slack', () => {
	it('comes below the answer, with a line a file', async () => {
		await using dir = await tempDir();
		await using opened = await openShow({ artifacts: dir.path });
		const { thread, key } = opened.root();
		const files = [await artifactIn(dir.path, 'a.csv', 'x,y\n'), await artifactIn(dir.path, 'b.txt', 'words')];
		await opened.until(opened.show(thread, play(started, taken(key), answer('Two files.'), ...files, done)));
		const [answered = '', ...handed] = textsOf(opened, thread);
		expect(answered).toContain('Two files.');
		expect(handed.join('\n')).toMatch(/\*a\.csv\*[\s\S]*\*b\.txt\*/);
		expect(opened.slack.files().map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
			['a.csv', 'x,y\n'],
			['b.txt', 'words'],
		]);
		expect(opened.outbox.all.every(({ id }) => id !== undefined)).toBe(true);
	});

	it('is told in one message where it cannot be had, and is so once', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const gone = ['a.csv', 'b.csv', 'c.csv'].map(goneArtifact);
		const refused = [
			notice('Not handed over: "d.csv" is too large', 4),
			notice('Not handed over: "e.csv" is a link', 5),
		];
		const events = [started, taken(key), answer('Files.'), ...gone, ...refused, done];
		await opened.until(opened.show(thread, play(...events)));
		const shown = textsOf(opened, thread);
		expect(shown).toHaveLength(3);
		expect(shown[1]).toMatch(/"a\.csv"[\s\S]*"b\.csv"[\s\S]*"c\.csv"/);
		expect(shown[2]).toMatch(/"d\.csv" is too large\n.*"e\.csv" is a link/);
		await opened.until(
			opened.show(
				thread,
				play(...events),
				opened.outbox.all.map((row) => ({ ...row })),
			),
		);
		expect(textsOf(opened, thread)).toEqual(shown);
		expect(opened.outbox.all.every(({ id }) => id !== undefined)).toBe(true);
	});
});
