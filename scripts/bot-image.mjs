// Builds the image of the service: `node scripts/bot-image.mjs`, after `npm start`. How it is run stands in the Containerfile.
import { endChildren } from './base/run.mjs';
import { explain, runStep } from './base/step.mjs';
import { botImage } from './set-up/bot-image.mjs';
import { needRoot } from './set-up/need-root.mjs';
import { baseImage } from './set-up/sandbox-image.mjs';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => endChildren(signal));

try {
	needRoot();
	for (const step of [baseImage, botImage]) await runStep(step);
} catch (error) {
	explain(error);
	process.exitCode = 1;
}
