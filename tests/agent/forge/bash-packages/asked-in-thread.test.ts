import { expect, it } from 'vitest';
import { createFakeSandboxes, type FakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { recordingPlatform } from '../../../support/recording-platform.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { inbound, message, openWorkbench } from '../../../support/workbench.ts';
import { lockOf } from './open-packages.ts';

const call = { calls: [{ name: 'install_packages', args: { packages: 'pip install oddkit' } }] };

function sandboxesOf(): FakeSandboxes {
	return createFakeSandboxes({
		tools: { use_packages: () => ({ ok: true, text: 'Used', data: { used: true } }) },
		packages: {
			resolve: async () => ({ kind: 'locked', lock: lockOf('oddkit==1.0') }),
			install: async () => ({ kind: 'installed' }),
		},
	});
}

it('a package that is not well known waits for a yes in the thread, over a restart, and the turn goes on', async () => {
	await using dir = await tempDir();
	const [platform, sandboxes] = [recordingPlatform(), sandboxesOf()];
	{
		const brain = scriptedModel([call]);
		await using bench = openWorkbench({ home: dir.path, brain, platform, sandboxes });
		await bench.say(message('use oddkit'));
		expect(sandboxes.calls).toEqual([]);
	}
	const asked = platform.events.findLast((event) => event.type === 'question');
	const question = asked?.type === 'question' ? asked.question : undefined;
	expect(question?.text).toContain('oddkit');
	const brain = scriptedModel([{ text: 'It is there.' }]);
	await using bench = openWorkbench({ home: dir.path, brain, platform, sandboxes: sandboxesOf() });
	await bench.say(inbound('answer', { question: question?.id ?? '', value: 'Install' }));
	expect(brain.requests[0]?.messages.at(-1)).toMatchObject({
		text: expect.stringContaining('Installed for bash in this session: oddkit 1.0'),
	});
	expect(platform.posts.join('\n')).toContain('It is there.');
});
