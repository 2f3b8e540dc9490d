// Gives a data folder back to those who owned it before the bot's user did, by the record that was written then:
//
//   node scripts/give-back.mjs <data folder>.owners-before.jsonl
import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	lchownSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
} from 'node:fs';
import { pathToFileURL } from 'node:url';

/** How records are named, and what stays as it is whoever owns it: as `src/root/take-over.ts` has it. A disk that the bot made must not become root's. */
const suffix = '.owners-before.jsonl';
const staysAsItIs = /^(?:(?:.*\/)?disk\.img|pool\/[^/]+\.img|checked-images\.json)$/;

const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Gives all that the folder's present owner has in it back by the record; what is newer becomes that of the folder's former owner. No link is followed.
 * The record is renamed then. Answers how many files and folders have changed hands; throws where the record is not root's own.
 */
export const giveBack = (record) => {
	if (!record.endsWith(suffix)) throw new Error(`"${record}" is no record: its name ends in "${suffix}"`);
	const home = record.slice(0, -suffix.length);
	const owners = readRecord(record);
	const top = openSync(home, asFolder);
	const { uid: present, dev } = fstatSync(top);
	const usual = owners.get('') ?? { uid: 0, gid: 0 };
	let count = 0;
	const give = (at, path, uid) => {
		if (uid !== present || staysAsItIs.test(path.toString('utf8'))) return;
		const { uid: to, gid } = owners.get(path.toString('base64')) ?? usual;
		lchownSync(at, to, gid);
		count += 1;
	};
	visit(top, Buffer.alloc(0), dev, give);
	give(Buffer.from(`/proc/self/fd/${top}/.`), Buffer.alloc(0), present);
	closeSync(top);
	renameSync(record, `${record}.done`);
	return count;
};

const pidIn = (file) => {
	try {
		return Number(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
};

const readRecord = (record) => {
	const fd = openSync(record, constants.O_RDONLY | constants.O_NOFOLLOW);
	const { uid, mode } = fstatSync(fd);
	if (uid !== 0 || (mode & 0o022) !== 0)
		throw new Error(`"${record}" is not root's own: anybody could have written it`);
	const lines = readFileSync(fd, 'utf8')
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
	closeSync(fd);
	// What an earlier start has begun was written down twice: as it was at first counts.
	return new Map(
		lines
			.toReversed()
			.map(({ path, bytes, uid: owner, gid }) => [bytes ?? Buffer.from(path).toString('base64'), { uid: owner, gid }]),
	);
};

/** What is in a folder comes before it: who owned it can change nothing below what was given back already. */
const visit = (fd, path, device, give) => {
	for (const name of readdirSync(`/proc/self/fd/${fd}`, { encoding: 'buffer' })) {
		const at = Buffer.concat([Buffer.from(`/proc/self/fd/${fd}/`), name]);
		const below = path.length === 0 ? name : Buffer.concat([path, Buffer.from('/'), name]);
		const stats = lstatSync(at);
		if (stats.dev !== device) continue;
		if (stats.isDirectory()) {
			const inner = openSync(at, asFolder);
			visit(inner, below, device, give);
			closeSync(inner);
		}
		give(at, below, stats.uid);
	}
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	try {
		const [record = ''] = process.argv.slice(2);
		if (!existsSync(record)) throw new Error(`There is no record "${record}"; usage: give-back.mjs <record>`);
		const home = record.slice(0, -suffix.length);
		const pid = pidIn(`${home}/lock.pid`);
		if (pid && existsSync(`/proc/${pid}`)) throw new Error(`Process ${pid} runs on "${home}": stop it first`);
		console.log(`${giveBack(record)} files and folders of ${home} were given back`);
	} catch (error) {
		console.error(`Cannot give it back: ${error.message}`);
		process.exitCode = 1;
	}
}
