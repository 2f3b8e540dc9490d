// Builds the image that coding agents run in: `threadsmith image agents`. Runs on Node 18 and newer, on Node's built-ins only.
import { parseArgs } from 'node:util';
import { isRoot } from './base/host.mjs';
import { endChildren } from './base/run.mjs';
import { explain, runStep, SetUpError } from './base/step.mjs';
import { listText, rowsNamed, usage } from './set-up/agents/choose.mjs';
import { builtAgents, imageSteps } from './set-up/agents/image.mjs';
import { guestBundle } from './set-up/guest-bundle.mjs';
import { userGround } from './set-up/user-ground.mjs';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => endChildren(signal));

const options = { list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } };

const read = () => {
	try {
		return parseArgs({ options, allowPositionals: true });
	} catch (error) {
		throw new SetUpError(`${error.message}\n${usage}`);
	}
};

const main = async () => {
	const { values, positionals } = read();
	if (values.help) return console.log(usage);
	if (values.list) return console.log(listText(await builtAgents()));
	const rows = rowsNamed(positionals);
	for (const step of [...(isRoot() ? [] : [userGround]), guestBundle, ...imageSteps(rows)]) await runStep(step);
};

await main().catch((error) => {
	explain(error);
	process.exitCode = 1;
});
