import { ROOT } from './paths.mjs';
import { run } from './run.mjs';

/** Models are given less; the rest is the start of a Node. */
const LIMIT_MS = 8000;

/** Settings and models, as the service itself checks them; that needs Node 24 and the npm packages. */
export const settingsRows = async () => {
	const signal = AbortSignal.timeout(LIMIT_MS);
	const { stdout, tail } = await run(`${ROOT}/threadsmith`, ['settings', '--json'], { signal });
	const rows = stdout.split('\n').flatMap(readRow);
	if (rows.length > 0) return rows;
	const reason = tail.trim().split('\n').at(-1) || 'no answer';
	return [{ name: 'settings', value: `not checked: ${reason}` }];
};

const readRow = (line) => {
	try {
		return [JSON.parse(line)];
	} catch {
		return [];
	}
};
