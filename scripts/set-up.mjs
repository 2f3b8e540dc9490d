// Makes a fresh clone ready: runs on Node 18 and newer, before anything is installed, on Node's built-ins only.
//
//   node scripts/set-up.mjs [--dev] [--packages]
//
//   --dev       the npm packages of tests and checks as well
//   --packages  npm packages alone
import { parseArgs } from 'node:util';
import { isRoot } from './base/host.mjs';
import { endChildren } from './base/run.mjs';
import { explain, runStep } from './base/step.mjs';
import { agentsOnNewGuest } from './set-up/agents/image.mjs';
import { botUser, readableProgram } from './set-up/bot-user.mjs';
import { guestBundle } from './set-up/guest-bundle.mjs';
import { idRanges } from './set-up/id-ranges.mjs';
import { devPackages, npmPackages } from './set-up/npm-packages.mjs';
import { npmTarball } from './set-up/npm-tarball.mjs';
import { baseImage, sandboxImage } from './set-up/sandbox-image.mjs';
import { selfCheck } from './set-up/self-check.mjs';
import { systemPackages } from './set-up/system-packages.mjs';
import { userGround } from './set-up/user-ground.mjs';

const { dev, packages } = parseArgs({
	options: { dev: { type: 'boolean' }, packages: { type: 'boolean' } },
}).values;
const images = [guestBundle, npmTarball, baseImage, sandboxImage, selfCheck, agentsOnNewGuest];
const npm = dev ? devPackages : npmPackages;

/** What root must do first is said before anything is fetched. Checks need none of it, and of the tests those of sandboxes alone. */
const stepsFor = () => {
	if (packages) return [npm];
	if (isRoot()) return [npm, systemPackages, idRanges, botUser, ...images, readableProgram];
	return dev ? [npm, ...images] : [userGround, npm, ...images];
};

const main = async () => {
	for (const step of stepsFor()) await runStep(step);
};

for (const signal of ['SIGINT', 'SIGTERM']) {
	process.once(signal, () => {
		interrupted = true;
		endChildren(signal);
	});
}

let interrupted = false;

await main().catch((error) => {
	if (interrupted) console.error('  Interrupted: start again to go on');
	else explain(error);
	process.exitCode = interrupted ? 130 : 1;
});
