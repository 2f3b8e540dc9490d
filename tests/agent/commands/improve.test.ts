import { describe, expect, it } from 'vitest';
import { improveCommand, taskText } from '../../../src/agent/commands/improve.ts';
import { ask, bo } from '../../support/commands.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench } from '../../support/workbench.ts';

async function benchWith(repository: string | undefined) {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const brain = scriptedModel([{ text: 'Done' }]);
	const commands = [improveCommand({ repository, digest: async () => '# Digest of vermilion' })];
	const bench = building.use(openWorkbench({ home: dir.path, brain, commands }));
	const parts = building.move();
	return { bench, brain, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('/improve', () => {
	it('hands the Brain the order, as a message of the operator', async () => {
		await using scene = await benchWith('acme/threadsmith');
		await ask(scene.bench, '/improve make stops faster');
		const words = JSON.stringify(scene.brain.requests[0]?.messages.at(-1));
		expect(words).toContain('in the repository acme/threadsmith: make stops faster');
		expect(words).toContain('nothing is merged or deployed');
		expect(words).not.toContain('vermilion');
	});

	it('attaches the digest where it is asked to', async () => {
		await using scene = await benchWith('acme/threadsmith');
		await ask(scene.bench, '/improve --digest make stops faster');
		expect(JSON.stringify(scene.brain.requests[0])).toContain('# Digest of vermilion');
	});

	it('says where the wish for it stands behind the words, which it is one of then', async () => {
		await using scene = await benchWith('acme/threadsmith');
		await ask(scene.bench, '/improve make stops faster --digest');
		expect(scene.bench.platform.posts.join('\n')).toContain('`--digest` stands at the end and was taken for words');
		expect(JSON.stringify(scene.brain.requests[0])).not.toContain('vermilion');
	});

	it('says how its own repository is named, where nobody has', async () => {
		await using scene = await benchWith(undefined);
		const answer = await ask(scene.bench, '/improve make stops faster');
		expect(answer).toContain('IMPROVE_REPOSITORY=<name>');
		expect(answer).toContain('/repo add');
		expect(scene.brain.requests).toEqual([]);
	});

	it('is for nobody who is no operator', async () => {
		await using scene = await benchWith('acme/threadsmith');
		await ask(scene.bench, '/improve make stops faster', {
			person: bo,
			thread: { platform: 'slack', id: 'T1-C1-1700000000.000100' },
		});
		expect(scene.brain.requests).toEqual([]);
	});

	it('leaves no empty paragraph where there is no digest', () => {
		expect(taskText('a/b', 'x', '')).not.toMatch(/\n\n$/);
	});
});
