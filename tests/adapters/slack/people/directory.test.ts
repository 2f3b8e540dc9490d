import { describe, expect, it } from 'vitest';
import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import type { Installation } from '../../../../src/adapters/slack/installations.ts';
import { createDirectory } from '../../../../src/adapters/slack/people/create-directory.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createRoles, noRules } from '../../../../src/chat/people.ts';
import { places } from '../../../../src/platforms.ts';
import { createHandClock, createJumpingClock } from '../../../support/jumping-clock.ts';
import { type Answer, type ApiCall, startApiServer } from '../api/api-server.ts';
import { oneInstallation } from '../api/one-installation.ts';

const { signal } = new AbortController();
const at = { channel: 'C1' };

const users: Readonly<Record<string, object>> = {
	UBOT: { id: 'UBOT', team_id: 'T1', is_bot: true, enterprise_user: { enterprise_id: 'E1' }, name: 'threadsmith' },
	U1: { id: 'U1', team_id: 'T1', profile: { display_name: 'Ada', real_name: 'Ada Lovelace' } },
	U2: { id: 'U2', team_id: 'T1', profile: { display_name: '', real_name: 'Grace Hopper' } },
	UGUEST: { id: 'UGUEST', team_id: 'T1', name: 'guest', is_restricted: true },
	UEXT: { id: 'UEXT', team_id: 'T9', name: 'ext', is_stranger: true },
	UELSE: { id: 'UELSE', team_id: 'T9', name: 'else', enterprise_id: 'E9' },
	UORG: { id: 'UORG', team_id: 'T2', name: 'org', enterprise_user: { enterprise_id: 'E1' } },
	UINST: { id: 'UINST', team_id: 'T1', name: 'inst' },
	UHOOK: { id: 'UHOOK', team_id: 'T1', name: 'hook', is_bot: true },
};

interface World {
	readonly refuse?: Readonly<Record<string, string>>;
	readonly groups?: readonly string[];
	readonly change?: Partial<Installation>;
}

async function openDirectory({ refuse = {}, groups = [], change = {} }: World) {
	const members: Record<string, readonly string[]> = { S1: ['U1'], S2: ['U2'] };
	const refusals = { ...refuse };
	const answer = ({ method, args }: ApiCall): Answer => {
		const error = refusals[method];
		if (error !== undefined) return { json: { ok: false, error, needed: 'users:read' } };
		if (method === 'usergroups.users.list')
			return { json: { ok: true, users: members[args['usergroup'] ?? ''] ?? [] } };
		const user = users[args['user'] ?? ''];
		return { json: user === undefined ? { ok: false, error: 'user_not_visible' } : { ok: true, user } };
	};
	const server = await startApiServer(answer);
	const warnings: string[] = [];
	const log = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
	const installations = oneInstallation(() => change);
	const calls = createCalls({ installations, apiUrl: server.apiUrl, log, clock: createJumpingClock() });
	const clock = createHandClock();
	const directory = createDirectory({ calls, installations, groups, log, clock });
	return {
		directory,
		server,
		warnings,
		clock,
		members,
		refusals,
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

describe('createDirectory()', () => {
	it.each([
		['U1', 'slack:T1/U1', 'Ada', []],
		['U2', 'slack:T1/U2', 'Grace Hopper', []],
		['UGUEST', 'slack:T1/UGUEST', 'guest', ['slack:T1/guests']],
		['UEXT', 'slack:T9/UEXT', 'ext', ['slack:T1/guests', 'slack:T1/externals']],
		['UELSE', 'slack:T9/UELSE', 'else', ['slack:T1/externals']],
		['UORG', 'slack:T2/UORG', 'org', []],
		['UINST', 'slack:T1/UINST', 'inst', ['slack:T1/installer']],
	])('knows %s as %s', async (userId, id, name, traits) => {
		await using open = await openDirectory({});
		const person = await open.directory.person('T1', userId, at, signal);
		expect(person).toEqual({ id, name, traits: ['slack:T1/channel:C1', ...traits] });
	});

	it('takes for an external whom the event says to be of another team', async () => {
		await using open = await openDirectory({});
		const person = await open.directory.person('T1', 'U1', { ...at, userTeam: 'T9' }, signal);
		expect(person).toMatchObject({ id: 'slack:T9/U1', traits: ['slack:T1/channel:C1', 'slack:T1/externals'] });
		if (person === undefined) throw new Error('There is no such person');
		expect(createRoles(noRules, places)(person, 'slack:T1')).toBeUndefined();
	});

	it('knows everyone of an organisation in which the app is installed as a whole', async () => {
		await using open = await openDirectory({});
		const person = await open.directory.person('E1', 'UORG', at, signal);
		expect(person).toEqual({ id: 'slack:T2/UORG', name: 'org', traits: ['slack:E1/channel:C1'] });
	});

	it('knows bots as nobody, but by their names', async () => {
		await using open = await openDirectory({});
		expect(await open.directory.person('T1', 'UHOOK', at, signal)).toBeUndefined();
		expect(await open.directory.nameOf('T1', 'UHOOK', signal)).toBe('hook');
	});

	it('looks up only the groups of the team that rights depend on', async () => {
		await using open = await openDirectory({ groups: ['T1/S1', 'T1/S2', 'T2/S3'] });
		const person = await open.directory.person('T1', 'U1', at, signal);
		expect(person?.traits).toEqual(['slack:T1/channel:C1', 'slack:T1/group:S1']);
		const asked = open.server.callsOf('usergroups.users.list').map(({ args }) => args['usergroup']);
		expect(asked.toSorted()).toEqual(['S1', 'S2']);
	});

	it('asks once for many at a time, and again when minutes have passed', async () => {
		await using open = await openDirectory({ groups: ['T1/S1'] });
		const ask = () => open.directory.person('T1', 'U1', at, signal);
		await Promise.all([ask(), ask(), ask()]);
		expect(open.server.callsOf('users.info').map(({ args }) => args['user'])).toEqual(['U1', 'UBOT']);
		open.members['S1'] = [];
		await open.clock.advance(5 * 60_000);
		expect((await ask())?.traits).toEqual(['slack:T1/channel:C1']);
		expect(open.server.callsOf('usergroups.users.list')).toHaveLength(2);
		expect(open.server.callsOf('users.info')).toHaveLength(2);
		await open.clock.advance(5 * 60_000);
		await ask();
		expect(open.server.callsOf('users.info').filter(({ args }) => args['user'] === 'U1')).toHaveLength(2);
	});

	it('takes everyone for an external without users:read, and says so once', async () => {
		await using open = await openDirectory({ refuse: { 'users.info': 'missing_scope' } });
		const expected = { id: 'slack:T1/U1', name: 'U1', traits: ['slack:T1/channel:C1', 'slack:T1/externals'] };
		expect(await open.directory.person('T1', 'U1', at, signal)).toEqual(expected);
		await open.directory.person('T1', 'U2', at, signal);
		expect(await open.directory.nameOf('T1', 'U2', signal)).toBe('U2');
		expect(open.warnings.filter((warning) => warning.includes('users:read'))).toHaveLength(1);
	});

	it('takes for an external whom the app does not see', async () => {
		await using open = await openDirectory({});
		const person = await open.directory.person('T1', 'UNKNOWN', { ...at, userTeam: 'T9' }, signal);
		expect(person).toMatchObject({ id: 'slack:T9/UNKNOWN', traits: ['slack:T1/channel:C1', 'slack:T1/externals'] });
	});

	it('gives nobody rights by a group that it may not look up, and says so once', async () => {
		await using open = await openDirectory({
			refuse: { 'usergroups.users.list': 'missing_scope' },
			groups: ['T1/S1', 'T1/S2'],
		});
		expect((await open.directory.person('T1', 'U1', at, signal))?.traits).toEqual(['slack:T1/channel:C1']);
		expect(open.warnings.filter((warning) => warning.includes('usergroups:read'))).toHaveLength(1);
	});

	it('rejects on any other failure, and asks anew the next time', async () => {
		await using open = await openDirectory({ refuse: { 'users.info': 'account_inactive' } });
		await expect(open.directory.person('T1', 'U1', at, signal)).rejects.toThrow('account_inactive');
		expect(await open.directory.nameOf('T1', 'U1', signal)).toBe('U1');
		delete open.refusals['users.info'];
		expect((await open.directory.person('T1', 'U1', at, signal))?.name).toBe('Ada');
	});

	it('lets one who no longer waits go without disturbing the others', async () => {
		await using open = await openDirectory({});
		const controller = new AbortController();
		const first = open.directory.person('T1', 'U1', at, controller.signal);
		const second = open.directory.person('T1', 'U1', at, signal);
		controller.abort(new Error('no longer wanted'));
		await expect(first).rejects.toThrow('no longer wanted');
		expect((await second)?.name).toBe('Ada');
	});
});
