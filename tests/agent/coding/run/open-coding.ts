import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { runsIn } from '../../../../src/agent/coding/run/run-record.ts';
import { sessionPathsIn } from '../../../../src/store/session/layout.ts';
import { createFakeCoding, type FakeCodingOptions } from '../../../support/fake-coding.ts';
import { createFakeSandboxes, type FakeTool } from '../../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openWorkbench, sessionId } from '../../../support/workbench.ts';
import type { WorkbenchOptions } from '../../../support/workbench-options.ts';

const write_file: FakeTool = ({ path, content }, { files }) => {
	files.set(String(path), Buffer.from(String(content)));
	return { ok: true, text: 'Written' };
};

/** A workbench with a played coding agent. */
export async function openCoding(
	given: FakeCodingOptions & {
		readonly replies?: Parameters<typeof scriptedModel>[0];
		readonly budgets?: WorkbenchOptions['budgets'];
	},
) {
	const dir = await tempDir();
	const disks = given.disks ?? new Map<string, string[]>();
	const coding = createFakeCoding({ ...given, disks });
	const brain = scriptedModel(given.replies ?? []);
	const bench = openWorkbench({
		...{ home: dir.path, brain, coding },
		sandboxes: createFakeSandboxes({ tools: { write_file }, pathsOf: sessionPathsIn(dir.path) }),
		...(given.budgets && { budgets: given.budgets }),
	});
	const answers = () =>
		bench.platform.events.flatMap((event) => (event.type === 'message' && event.final ? [event.text] : []));
	const folder = await bench.sessions.open(sessionId);
	return {
		...{ bench, brain, coding, answers, folder, disks, home: dir.path },
		runs: () => runsIn(folder),
		async [Symbol.asyncDispose]() {
			await bench[Symbol.asyncDispose]();
			await coding[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

/** An agent that answers with these words and its prompt. */
export const says =
	(text: string): Driver['prompt'] =>
	async (given, { onUpdate }) => {
		onUpdate({ kind: 'text', text: `${text} ${given}` });
		return { kind: 'done' };
	};
