// Builds the image that coding agents run in: `./threadsmith image agents`. Runs on Node 18 and newer, on Node's built-ins only.
import { isRoot } from './base/host.mjs';
import { endChildren } from './base/run.mjs';
import { explain, runStep, SetUpError } from './base/step.mjs';
import { listText, mustRunHere, rowsNamed, usage } from './set-up/agents/choose.mjs';
import { builtAgents, imageSteps } from './set-up/agents/image.mjs';
import { guestBundle } from './set-up/guest-bundle.mjs';
import { userGround } from './set-up/user-ground.mjs';

let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM']) {
	process.once(signal, () => {
		interrupted = true;
		endChildren(signal);
	});
}

const known = ['--list', '--help', '-h'];

const flagsOf = (words) => {
	const flags = words.filter((word) => word.startsWith('-'));
	const wrong = flags.find((flag) => !known.includes(flag));
	if (wrong === undefined) return flags;
	throw new SetUpError(`There is no option "${wrong}": ./threadsmith image agents --help tells what there is`);
};

const main = async () => {
	const words = process.argv.slice(2);
	const flags = flagsOf(words);
	if (flags.includes('--list')) return console.log(listText(await builtAgents()));
	if (flags.length > 0) return console.log(usage);
	const rows = rowsNamed(words);
	mustRunHere(process.arch);
	for (const step of [...(isRoot() ? [] : [userGround]), guestBundle, ...imageSteps(rows)]) await runStep(step);
};

await main().catch((error) => {
	if (interrupted) console.error('  Interrupted: start again to go on');
	else explain(error);
	process.exitCode = interrupted ? 130 : 1;
});
