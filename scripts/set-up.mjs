// Makes a fresh clone ready: runs on Node 18 and newer, before anything is installed, on Node's built-ins only.

import { endChildren } from './base/run.mjs';
import { explain, runStep } from './base/step.mjs';
import { guestBundle } from './set-up/guest-bundle.mjs';
import { idRanges } from './set-up/id-ranges.mjs';
import { npmPackages } from './set-up/npm-packages.mjs';
import { baseImage, sandboxImage } from './set-up/sandbox-image.mjs';
import { systemPackages } from './set-up/system-packages.mjs';

const steps = [npmPackages, systemPackages, idRanges, guestBundle, baseImage, sandboxImage];

const main = async () => {
	for (const step of steps) await runStep(step);
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
