// Plays a demo after the set-up: `npm run demo`, `npm run demo -- slack`, `npm run demo -- agent`, `npm run demo -- code`. The last two need an agent: the smallest is installed where there is none.
import { spawnSync } from 'node:child_process';
import { projectRoot } from './base/paths.mjs';
import { endChildren } from './base/run.mjs';
import { explain, runStep } from './base/step.mjs';
import { rowsNamed } from './set-up/agents/choose.mjs';
import { builtAgents, imageSteps } from './set-up/agents/image.mjs';
import { guestBundle } from './set-up/guest-bundle.mjs';

const words = process.argv.slice(2);
const smallest = 'pi';

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endChildren(signal));

const main = async () => {
	if (words.some((word) => ['agent', 'code'].includes(word)) && (await builtAgents()).length === 0)
		for (const step of [guestBundle, ...imageSteps(rowsNamed([smallest]))]) await runStep(step);
	const { status, signal } = spawnSync(`${projectRoot}/threadsmith`, ['demo', ...words], { stdio: 'inherit' });
	process.exitCode = signal === null ? (status ?? 1) : 130;
};

await main().catch((error) => {
	explain(error);
	process.exitCode = 1;
});
