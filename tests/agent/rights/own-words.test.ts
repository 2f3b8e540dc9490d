import { describe, expect, it } from 'vitest';
import { systemPerson } from '../../../src/chat/people.ts';
import { inbound } from '../../support/workbench.ts';
import { openScene } from './scene.ts';

describe('words of ours', () => {
	it('are said when they come from the house itself, which no row of the table of rights is', async () => {
		await using scene = await openScene();
		const word = { ...inbound('word', { turn: 'w', answers: 'x', text: 'words of ours' }), person: systemPerson };
		await scene.bench.say({ ...word, thread: { platform: 'slack', id: 'T1-C1-1.1' } });
		expect(scene.news()).toContain('words of ours');
	});
});
