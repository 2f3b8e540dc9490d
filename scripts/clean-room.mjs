// Proves "two commands from a fresh clone": makes a bare Debian, clones into it, and runs `npm start` and `npm test` there.
//
//   npm run clean-room -- 12|13 [--quick] [--worktree]
//
//   --quick     the set-up only, twice: the second time everything must be done already
//   --worktree  the work tree as it is, instead of the last commit
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isRoot } from './base/host.mjs';
import { endChildren } from './base/run.mjs';
import { explain, runStep } from './base/step.mjs';
import { enterRoom, sweepUp } from './clean-room/cell.mjs';
import { furnish } from './clean-room/furniture.mjs';
import { makeDebianRoot } from './set-up/debian-root.mjs';

const releases = { 12: 'bookworm', 13: 'trixie' };

/** The packages that a person has before they clone: Node 18 or newer and git. */
const givenPackages = ['ca-certificates', 'git', 'nodejs', 'npm'];

const quickSteps = [
	{ title: 'set-up', words: 'node scripts/set-up.mjs' },
	{ title: 'set-up again', words: 'node scripts/set-up.mjs' },
];

/** Without a model it sets up, and says that it needs one. */
const startWords = "npm start 2>&1 | tee /tmp/start; grep -q '^No model is configured yet' /tmp/start";

const wholeSteps = [
	{ title: 'npm start', words: startWords },
	{ title: 'npm run demo', words: 'npm run demo' },
	{ title: 'npm test', words: 'CI=true npm test' },
];

const main = async ({ debian, quick, worktree }) => {
	const folder = mkdtempSync('/var/tmp/threadsmith-clean-room-');
	const root = `${folder}/root`;
	try {
		mkdirSync(root);
		await runStep({
			name: `bare Debian ${debian}`,
			done: () => false,
			run: (progress) => makeDebianRoot({ release: releases[debian], target: root, include: givenPackages }, progress),
		});
		await furnish(root, { worktree });
		const results = [];
		for (const command of quick ? quickSteps : wholeSteps) results.push(await measure(root, command));
		return results;
	} finally {
		sweepUp(root);
		rmSync(folder, { recursive: true, force: true });
	}
};

const measure = async (root, { title, words }) => {
	console.log(`\n—— ${title} ——`);
	const started = Date.now();
	const code = await enterRoom(root, words);
	return { title, ok: code === 0, seconds: ((Date.now() - started) / 1000).toFixed(1) };
};

const usage = 'Run as root: npm run clean-room -- 12|13 [--quick] [--worktree]';

const readArguments = (args) => {
	const options = {
		quick: { type: 'boolean', default: false },
		worktree: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	};
	try {
		const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
		const [debian] = positionals;
		if (values.help) return leave(console.log, 0);
		if (positionals.length === 1 && debian in releases && isRoot()) return { debian, ...values };
	} catch (error) {
		console.error(error.message);
	}
	return leave(console.error, 2);
};

const leave = (print, code) => {
	print(usage);
	process.exit(code);
};

const asked = readArguments(process.argv.slice(2));
// The room's processes end with their namespace; this one stays until the folder is gone.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endChildren(signal));
const results = await main(asked).catch((error) => {
	explain(error);
	process.exit(1);
});
const verdicts = results.map(({ title, ok, seconds }) => `${title} ${ok ? 'ok' : 'FAILED'} (${seconds} s)`);
console.log(`\nclean room, Debian ${asked.debian}: ${verdicts.join(', ')}`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
