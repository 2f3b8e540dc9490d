import { describe, expect, it } from 'vitest';
import { createAudiences } from '../../../../src/adapters/slack/people/audiences.ts';
import { openOnFakeSlack } from '../api/on-fake-slack.ts';

async function openAudiences() {
	const open = await openOnFakeSlack();
	open.slack.addChannel({ id: 'C5', kind: 'group', members: ['U1'] });
	return { ...open, audiences: createAudiences({ ...open.deps, signal: new AbortController().signal }) };
}

const at = (channel: string) => ({ team: 'T1', channel });

describe('who may read in a channel of Slack', () => {
	it.each(['channel', 'group', 'im', 'general', 'constructor', '__proto__'])(
		'does not depend on people calling it "%s"',
		async (name) => {
			await using open = await openAudiences();
			expect(await open.audiences.of(at('C1'), { name })).toBe('public');
			expect(await open.audiences.of(at('C5'), { name })).toBe('private');
		},
	);

	it.each(['constructor', '__proto__', 'a type of tomorrow'])('is asked for where an event says "%s"', async (type) => {
		await using open = await openAudiences();
		expect(await open.audiences.of(at('C1'), { type })).toBe('public');
		expect(await open.audiences.of(at('C5'), { type })).toBe('private');
	});

	it('is not asked for where an event or a command tells', async () => {
		await using open = await openAudiences();
		expect(await open.audiences.of(at('C1'), { type: 'channel' })).toBe('public');
		expect(await open.audiences.of(at('C5'), { name: 'privategroup' })).toBe('private');
		expect(open.slack.calls('conversations.info')).toEqual([]);
	});
});
