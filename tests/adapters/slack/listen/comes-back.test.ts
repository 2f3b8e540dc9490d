import { describe, expect, it } from 'vitest';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { openListen } from './open-listen.ts';

/** The places that the core is told of after an event. */
async function placesAfter(event: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<string[]> {
	await using slack = await startFakeSlack();
	const places: string[] = [];
	await using _listen = await openListen(slack, { comesBack: (place) => void places.push(place) });
	await slack.send({ subscription: event.type, event: { ...event, event_ts: '1700000000.000100' } });
	return places;
}

describe('what waits for a place in Slack', () => {
	it.each(['channel_unarchive', 'group_unarchive'])('goes on there after %s', async (type) => {
		expect(await placesAfter({ type, channel: 'C1', actor_id: 'U1' })).toEqual(['T1-C1']);
	});

	it('goes on in each workspace that the organisation lets the app into', async () => {
		const places = await placesAfter({ type: 'team_access_granted', team_ids: ['T2', 'T3'] });
		expect(places).toEqual(['T2', 'T3', 'T1']);
	});
});
