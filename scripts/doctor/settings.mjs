import { statSync } from 'node:fs';
import { projectRoot } from '../base/paths.mjs';
import { run } from '../base/run.mjs';

/** What the service asks ends earlier, each with a row of its own: here even that has not ended. */
const limitMs = 25_000;

/** Settings and models, as the service itself checks them; that needs Node 24 and the npm packages. */
export const settingsRows = async () => [...settingsFileRows(`${projectRoot}/.env`), ...(await checkedRows())];

/** The settings' file, which holds keys and tokens: whether only those read it who are meant to. A group may be meant. */
export const settingsFileRows = (path) => {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return [];
	const name = 'settings file';
	const value = `${path} has mode ${(stats.mode & 0o777).toString(8).padStart(3, '0')}`;
	if ((stats.mode & 0o007) === 0) return [{ name, value, met: true }];
	const mend = `Every user of this machine can get at its keys and tokens. Run: chmod o= ${path}`;
	return [{ name, value, met: false, mend }];
};

const checkedRows = async () => {
	const signal = AbortSignal.timeout(limitMs);
	const { stdout, tail } = await run(`${projectRoot}/threadsmith`, ['settings', '--json'], { signal });
	const rows = stdout.split('\n').flatMap(readRow);
	if (rows.length > 0) return rows;
	if (signal.aborted) return [broken(`the check did not end within ${limitMs / 1000} s`)];
	const reason = tail.trim().split('\n').at(-1) || 'no answer';
	// What is not installed has a row of its own.
	return [reason.startsWith('Cannot start') ? { name: 'settings', value: `not checked: ${reason}` } : broken(reason)];
};

const broken = (reason) => ({
	name: 'settings',
	value: `cannot be checked: ${reason}`,
	met: false,
	mend: 'Run `./threadsmith settings` and mend what it says',
});

const readRow = (line) => {
	try {
		return [JSON.parse(line)];
	} catch {
		return [];
	}
};
