// Makes a fresh clone ready: runs on Node 18 and newer, before anything is installed, on Node's built-ins only.
import { guestBundle } from './guest-bundle.mjs';
import { idRanges } from './id-ranges.mjs';
import { npmPackages } from './npm-packages.mjs';
import { endChildren } from './run.mjs';
import { baseImage, sandboxImage } from './sandbox-image.mjs';
import { explain, runStep } from './step.mjs';
import { systemPackages } from './system-packages.mjs';

const STEPS = [npmPackages, systemPackages, idRanges, guestBundle, baseImage, sandboxImage];

const main = async () => {
	for (const step of STEPS) await runStep(step);
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
