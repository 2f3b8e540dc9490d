import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoOptions, Stage } from './stand-in.ts';

/** A stage of this process's own, where it is given none. Disposing removes what was made. */
export async function openStage(given: DemoOptions['stage']): Promise<OpenStage> {
	const stage = await given?.();
	if (stage) return { ...stage, async [Symbol.asyncDispose]() {} };
	const folder = await mkdtemp(join(tmpdir(), 'demo-'));
	return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

export interface OpenStage extends Pick<Stage, 'folder'>, AsyncDisposable {
	readonly helper?: Stage['helper'];
}
