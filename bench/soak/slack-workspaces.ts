import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';

/** Where a thread of the soak is. */
export interface SlackSpot {
	readonly team: string;
	readonly channel: string;
	readonly person: string;
	/** With the bot alone. */
	readonly direct: boolean;
}

/**
 * Slack grants an app 300 posts and 50 status changes a minute in each workspace: two thousand answers in one of them would be minutes of
 * waiting. Here are as many threads as a lively workspace has at a time.
 */
const threadsEach = 5;

/** Workspaces for so many threads; in each of them one thread of five is in the DM, the others are in two channels. */
export function addSpots(slack: FakeSlack, threads: number): readonly SlackSpot[] {
	const teams = new Map<number, Omit<SlackSpot, 'direct'>>();
	return Array.from({ length: threads }, (_, at): SlackSpot => {
		const number = Math.floor(at / threadsEach) + 1;
		const spot = teams.get(number) ?? addWorkspace(slack, number);
		teams.set(number, spot);
		const place = at % threadsEach;
		if (place === 0) return { ...spot, channel: slack.dm(spot.person), direct: true };
		return { ...spot, channel: `${spot.channel}${place % 2 === 0 ? 'A' : 'B'}`, direct: false };
	});
}

function addWorkspace(slack: FakeSlack, number: number): Omit<SlackSpot, 'direct'> {
	const { id: team } = slack.addTeam({ id: `TS${number}` });
	const person = slack.addUser({ id: `US${number}`, team, realName: `Person ${number}` });
	for (const letter of ['A', 'B']) slack.addChannel({ id: `CS${number}${letter}`, team, members: [person] });
	return { team, person, channel: `CS${number}` };
}

/** Goes through the pages of the installation in every workspace. Rejects where one cannot be installed. */
export async function installEverywhere(
	slack: FakeSlack,
	publicUrl: string,
	spots: readonly SlackSpot[],
): Promise<void> {
	for (const team of new Set(spots.map((spot) => spot.team))) {
		const begun = await fetch(`${publicUrl}/slack/install`, { redirect: 'manual' });
		await begun.text();
		const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
		const back = slack.approve(begun.headers.get('location') ?? '', { team });
		const done = await fetch(back, { headers: { cookie }, redirect: 'manual' });
		await done.text();
		if (done.status !== 200) throw new Error(`Cannot install the app in "${team}": status ${done.status}`);
	}
}
