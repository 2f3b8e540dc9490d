import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { createFakeCoding } from '../../../support/fake-coding.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { inbound, openWorkbench } from '../../../support/workbench.ts';

describe('a prompt that the process left', () => {
	it('is begun anew on its work by the next process, and the agent is told', async () => {
		await using dir = await tempDir();
		const heard: string[] = [];
		const begun = Promise.withResolvers<void>();
		const prompt: Driver['prompt'] = async (text, { signal }) => {
			heard.push(text);
			begun.resolve();
			if (heard.length > 1) return { kind: 'done' };
			return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
		};
		const disks = new Map<string, string[]>();
		const brain = scriptedModel([]);
		{
			await using coding = createFakeCoding({ prompt, disks });
			await using bench = openWorkbench({ home: dir.path, brain, coding });
			await bench.dispatch.accept(inbound('command', { name: 'agent', args: 'codex mend it' }));
			await begun.promise;
		}
		await using coding = createFakeCoding({ prompt, disks });
		await using bench = openWorkbench({ home: dir.path, brain, coding });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(heard).toEqual(['mend it', expect.stringContaining('You began on this before and were interrupted')]);
		expect(coding.done).not.toContain('in ""');
		expect(bench.platform.events.findLast((event) => event.type === 'turn-ended')).toMatchObject({ outcome: 'done' });
	});
});
