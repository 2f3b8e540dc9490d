import { addChannel, addTeam, addUser, type NewChannel, type NewTeam, type NewUser } from './create-world.ts';
import type { Deliveries } from './deliver/deliveries.ts';
import { type NewFile, storeFile } from './file-store.ts';
import { addMessage, announce, removeMessage } from './messages.ts';
import { openDm } from './methods/places.ts';
import { createActing, installedTeamOf } from './person/act.ts';
import { createForms } from './person/forms.ts';
import type { Person } from './person/person.ts';
import { createWriting } from './person/write.ts';
import { approvedUrl } from './serve.ts';
import { channelOf, type Json, messageOf, type Team, teamOf, userOf, type World } from './world.ts';

/** What an app without a user says through a webhook. */
export interface AppReport {
	readonly channel: string;
	readonly username: string;
	readonly botId?: string;
	readonly text?: string;
	readonly blocks?: readonly Json[];
	readonly attachments?: readonly Json[];
	readonly threadTs?: string;
}

/** People, places and things. There from the start: `U1` (Ada, admin), `U2` (Bo), both in channel `C1` with the bot. */
export interface FakeSlackPeople {
	as(user: string): Person;
	/** The DM of a person with the bot of their workspace; made when there is none. Of someone from outside: of `T1`. */
	dm(user: string): string;
	addUser(user: NewUser): string;
	addChannel(channel: NewChannel): string;
	/** Another app writes; answers the message's `ts`. */
	report(report: AppReport): string;
	/** Another workspace; its bot is `U0BOT` and the id. */
	addTeam(team: NewTeam): Team;
	/** Brings somebody, or the bot, into a channel, and tells the app. */
	invite(channel: string, user: string, inviter?: string): Promise<void>;
	/** Takes somebody, or the bot, out of a channel. */
	kick(channel: string, user: string): void;
	archive(channel: string): void;
	/** An admin deletes a message of somebody else's, or of the app. */
	deleteAsAdmin(ts: string): Promise<void>;
	addGroup(group: { readonly id: string; readonly users: readonly string[]; readonly name?: string }): string;
	/** A file of a person, in no message yet. */
	addFile(user: string, file: NewFile): string;
	/** Grants the bots these scopes from now on. */
	setScopes(scopes: readonly string[], team?: string): void;
	/** Agrees to the installation that `page` (where `/slack/install` leads) asks for; answers the URL to come back to. */
	approve(page: string, who?: { readonly team?: string; readonly user?: string }): string;
	/** Takes the app out of a workspace: its tokens end, then it is told. */
	uninstall(team: string): Promise<void>;
}

interface PeopleDeps {
	readonly world: World;
	readonly deliveries: Deliveries;
}

export function peopleOf({ world, deliveries }: PeopleDeps): FakeSlackPeople {
	return {
		as(userId) {
			userOf(world, userId);
			const deps = { world, deliveries, userId };
			return { ...createWriting(deps), ...createActing(deps), ...createForms(deps) };
		},
		dm: (user) => openDm(world, installedTeamOf(world, user), user).id,
		addUser: (user) => addUser(world, user).id,
		addChannel: (channel) => addChannel(world, channel).id,
		report: (report) => addReport(world, report),
		addTeam: (team) => addTeam(world, team),
		invite: (channel, user, inviter = 'U1') => invite(world, { channel, user, inviter }),
		kick: (channel, user) => void channelOf(world, channel).members.delete(user),
		archive(channel) {
			channelOf(world, channel).archived = true;
		},
		async deleteAsAdmin(ts) {
			await removeMessage(world, messageOf(world, ts));
		},
		addGroup({ id, users, name = id }) {
			world.groups.set(id, { id, team: 'T1', name, users });
			return id;
		},
		addFile: (user, file) => storeFile(world, { ...file, user, team: userOf(world, user).team }).id,
		setScopes(scopes, team = 'T1') {
			teamOf(world, team).scopes = new Set(scopes);
		},
		approve: (page, who = {}) => approvedUrl(world, new URL(page), who),
		uninstall: (team) => uninstall(world, team),
	};
}

function addReport(world: World, { botId = 'B77', text = '', channel, ...report }: AppReport): string {
	const user = teamOf(world, channelOf(world, channel).team).botUser;
	const message = addMessage(world, { ...report, channel, user, botId, text, subtype: 'bot_message' });
	void announce(world, message);
	return message.ts;
}

async function invite(world: World, who: { channel: string; user: string; inviter: string }): Promise<void> {
	const { members, team, kind } = channelOf(world, who.channel);
	members.add(who.user);
	const type = 'member_joined_channel';
	const place = { team, channel_type: kind === 'channel' ? 'C' : 'G', event_ts: world.clock.newTs() };
	await world.emit({ subscription: type, event: { type, ...who, ...place }, team });
}

async function uninstall(world: World, team: string): Promise<void> {
	const tokens = [...world.tokens.values()].filter((token) => token.team === team);
	for (const token of tokens) token.dead = 'account_inactive';
	teamOf(world, team).installed = false;
	const revoked = { oauth: [], bot: [teamOf(world, team).botUser] };
	const events = [
		{ type: 'app_uninstalled', event_ts: world.clock.newTs() },
		{ type: 'tokens_revoked', tokens: revoked, event_ts: world.clock.newTs() },
	];
	await Promise.all(events.map((event) => world.emit({ subscription: event.type, event, team })));
}
