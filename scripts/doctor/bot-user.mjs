import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from '../base/host.mjs';
import { botUserIn, botUserName, readableProgram } from '../set-up/bot-user.mjs';
import { dataFolder } from './home.mjs';

/** Whoever is in one of these can become root: as `src/root/bot-user.ts` has it. */
const mightyGroups = /^(root|sudo|wheel|admin|disk|shadow|docker|podman|lxd|incus|libvirt|kmem)$/;

/** The data folder's own files that stay root's: as `src/root/home/take-over.ts` has it. */
const staysOfRoot = /^(disk\.img|checked-images\.json)$/;

/** As which user the bot runs where root starts it, and whether that one has what it needs; no row where nobody is root. */
export const botUserRows = (
	home = dataFolder(),
	{ passwd, group } = { passwd: read('/etc/passwd'), group: read('/etc/group') },
) => {
	if (!isRoot()) return [];
	const user = botUserIn(passwd);
	return [userRow(user, group), ...ownerRows(home, user), programRow()];
};

const userRow = (user, group) => {
	const name = 'bot runs as';
	if (user === undefined) return { name, value: `user ${botUserName}, which the next start makes`, met: true };
	const mighty = groupsOf(user, group).filter((one) => mightyGroups.test(one));
	const value = `user ${botUserName} (${user.uid}), without root’s rights`;
	if (user.uid !== 0 && user.gid !== 0 && mighty.length === 0) return { name, value, met: true };
	if (mighty.length === 0)
		return { name, value: `user ${botUserName}, which is root`, met: false, mend: `Run: userdel ${botUserName}` };
	return {
		name,
		value: `user ${botUserName}, which can become root: it is in the group ${mighty.join(', ')}`,
		met: false,
		mend: `Run: ${mighty.map((one) => `gpasswd --delete ${botUserName} ${one}`).join('; ')}`,
	};
};

const groupsOf = ({ gid }, group) =>
	group
		.split('\n')
		.map((line) => line.split(':'))
		.filter(([, , id, members = '']) => Number(id) === gid || members.split(',').includes(botUserName))
		.map(([name]) => name);

const ownerRows = (home, user) => {
	const stats = statSync(home, { throwIfNoEntry: false });
	if (stats === undefined) return [];
	const name = 'data folder’s owner';
	if (stats.uid === 0) return [{ name, value: `root: the next start gives it to ${botUserName}`, met: true }];
	if (stats.uid !== user?.uid) {
		const mend = 'Start it as that user, not as root; or set THREADSMITH_HOME to another folder';
		return [{ name, value: `the user with the number ${stats.uid}`, met: false, mend }];
	}
	const strange = strangeIn(home, stats.uid);
	if (strange.length === 0) return [{ name, value: botUserName, met: true }];
	const mend = `Run: find ${home} -user root ! -name disk.img ! -name checked-images.json -exec chown -h ${botUserName}: {} +`;
	return [{ name, value: `${botUserName}, but these are root’s: ${strange.join(', ')}`, met: false, mend }];
};

/** Looked at no deeper than the folders of sessions: whoever copied something in there as root did so near the top. */
const strangeIn = (home, uid) => {
	const sessions = list(join(home, 'sessions')).slice(0, 1000);
	const folders = ['', 'sessions', ...sessions.map((name) => join('sessions', name))];
	const paths = folders.flatMap((folder) => list(join(home, folder)).map((name) => join(folder, name)));
	return paths.filter((path) => !staysOfRoot.test(path.split('/').pop()) && isRoots(join(home, path), uid)).slice(0, 5);
};

const isRoots = (path, uid) => {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats !== undefined && stats.uid !== uid && stats.uid === 0;
};

const list = (folder) => {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
};

const programRow = () => {
	const name = 'program is readable';
	if (readableProgram.done()) return { name, value: `for the user ${botUserName}`, met: true };
	return {
		name,
		value: `not for the user ${botUserName}`,
		met: false,
		mend: 'Run `npm start`, which opens what it needs',
	};
};

const read = (path) => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
};
