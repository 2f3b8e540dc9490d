// Says what this machine needs and how to mend what is wrong: runs on Node 18 and newer, also when nothing is installed.
//
//   ./threadsmith doctor [--json]
import { parseArgs } from 'node:util';
import { endChildren } from './base/run.mjs';
import { botUserRows } from './doctor/bot-user.mjs';
import { diskRow } from './doctor/disk.mjs';
import { escapeRows } from './doctor/escapes.mjs';
import { homeRows } from './doctor/home.mjs';
import { imageRow } from './doctor/image.mjs';
import { installedRows } from './doctor/installed.mjs';
import { jsonLine, plainLines, summary, wantsColour } from './doctor/report.mjs';
import { runtimeRows } from './doctor/runtime.mjs';
import { settingsRows } from './doctor/settings.mjs';
import { socketRows } from './doctor/socket.mjs';
import { systemRows } from './doctor/system.mjs';

/**
 * The checks, in the order of the report. Each resolves with rows `{ name, value, unit?, met?, mend?, runtime? }`;
 * without `met` it could not be checked, which is no promise broken: another row says why.
 */
const checks = [
	systemRows,
	installedRows,
	runtimeRows,
	escapeRows,
	socketRows,
	diskRow,
	imageRow,
	homeRows,
	botUserRows,
	settingsRows,
];

const main = async ({ json }) => {
	const colour = wantsColour(process.stdout, process.env);
	const print = (lines) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));
	const all = [];
	for (const checking of checks.map(checkSafely)) {
		const rows = await checking;
		if (interrupted) continue;
		all.push(...rows);
		print(json ? rows.map(jsonLine) : rows.flatMap((row) => plainLines(row, { colour })));
	}
	if (interrupted) return 130;
	if (!json) print(['', summary(all)]);
	return all.some(({ met }) => met === false) ? 1 : 0;
};

/** A check that breaks is a problem like any other; the rest of the report must come. */
const checkSafely = async (check) => {
	try {
		return [await check()].flat();
	} catch (error) {
		return [{ name: check.name, value: `cannot be checked: ${error.message}`, met: false, mend: 'Mend that first' }];
	}
};

const readArguments = () => {
	const usage = 'Usage: threadsmith doctor [--json]';
	try {
		const options = { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } };
		const { values } = parseArgs({ options });
		if (!values.help) return values;
		console.log(`${usage}

Checks what this machine needs, and says how to mend what is wrong.

  --json  one JSON object a row on standard output, and nothing else

Exit code: 0 when there is no problem, 1 when there is one, 2 for wrong arguments, 130 for Ctrl-C.`);
		process.exit(0);
	} catch (error) {
		console.error(`threadsmith: ${error.message}\n${usage}`);
		process.exit(2);
	}
};

const asked = readArguments();
// Whoever reads may have seen enough (`doctor | head`); what was begun is tidied up all the same.
process.stdout.on('error', () => {});
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.once(signal, () => {
		interrupted = true;
		endChildren(signal);
	});
}
process.exitCode = await main(asked);
