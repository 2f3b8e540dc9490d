import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench, sessionId } from '../../support/workbench.ts';

/** A workbench with the folder of its session and the catalog of its workspace. */
export async function openBench() {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const brain = scriptedModel([{ text: 'a' }, { text: 'b' }]);
	const bench = building.use(openWorkbench({ home: dir.path, brain }));
	const folder = await bench.sessions.open(sessionId);
	const catalog = await bench.sessions.catalog('local');
	const parts = building.move();
	return { bench, home: dir.path, folder, catalog, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
