import { describe, expect, it } from 'vitest';
import { unused } from '../../../../src/agent/forge/registry/registry.ts';
import type { ToldEvent } from '../../../../src/chat/events.ts';
import { noSmallDisk, smallDisk } from '../../../store/small-disk.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { inbound, openWorkbench, sessionId, type Workbench } from '../../../support/workbench.ts';

const kib = 1024;
const code = `def run(input):\n    return {"words": "${'word '.repeat(120 * kib)}"}\n`;

function artifactsOf({ platform }: Workbench): Extract<ToldEvent, { type: 'artifact' }>[] {
	return platform.told.flatMap(({ events }) => events).filter((event) => event.type === 'artifact');
}

describe.skipIf(noSmallDisk)('a text that is to be read before a question is answered', () => {
	it('is handed over whole, though the disk has less room than it takes', async () => {
		await using disk = await smallDisk(8 * kib);
		await using bench = openWorkbench({ home: disk.path, brain: scriptedModel([]) });
		await keepTool(await bench.sessions.open(sessionId), { code }, { use: { ...unused, calls: 1 } });
		await disk.fill(500);
		await bench.say(inbound('command', { name: 'tools', args: 'share double_number' }));
		const [artifact] = artifactsOf(bench);
		expect(artifact?.size).toBeGreaterThan(600 * kib);
		expect(artifact?.text).toContain(code.trimEnd());
		expect(bench.platform.posts.at(-1)).toMatch(/^question: /);
	});
});
