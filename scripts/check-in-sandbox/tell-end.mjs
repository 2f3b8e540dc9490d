import * as fs from 'node:fs';
import { relative } from 'node:path';
import { projectRoot } from '../base/paths.mjs';

/** So many are named. Whoever runs this as the test of a repository sees the last 4,000 characters. */
const most = 12;

/** The tests of a report that vitest has written (`--reporter=json`); undefined where there is none. */
export const testsIn = (report) => {
	if (!fs.existsSync(report)) return undefined;
	const files = JSON.parse(fs.readFileSync(report, 'utf8')).testResults;
	return files.flatMap(({ name, status, assertionResults }) => {
		const file = relative(projectRoot, name);
		const tests = assertionResults.map((test) => ({ file, title: test.fullName, status: test.status }));
		const isTold = status !== 'failed' || tests.some((test) => test.status === 'failed');
		return isTold ? tests : [...tests, { file, title: 'the file could not be run', status }];
	});
};

/** Lines that say what was not run and why, and what has failed. `whys`: as `testFiles` answers them. Pure. */
export const endOf = (whys, tests) => {
	const all = [...whys.values()];
	const left = [...new Set(all)].filter((why) => why !== undefined);
	return [
		'Test files that were not run here, and are left to whoever reviews it (.ci/run; --list names them):',
		...left.map((why) => `- ${why}: ${all.filter((one) => one === why).length}`),
		...(tests === undefined ? ['How the tests have ended is not known.'] : endsOf(tests)),
	];
};

const endsOf = (tests) => {
	const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
	const failed = tests.filter(({ status }) => status === 'failed');
	const named = failed.slice(0, most).map(({ file, title }) => `- ${file}: ${title.slice(0, 120)}`);
	return [
		...(skipped.length > 0 ? [`Tests that were skipped, as their means are missing here: ${skippedOf(skipped)}`] : []),
		...(failed.length > 0 ? [`Failed: ${failed.length}`, ...named] : []),
	];
};

const skippedOf = (tests) => {
	const files = [...new Set(tests.map(({ file }) => file))];
	return `${tests.length} in ${files.slice(0, most).join(', ')}${files.length > most ? `, and ${files.length - most} more files` : ''}`;
};
