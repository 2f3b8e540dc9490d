import { SetUpError } from '../base/step.mjs';

/** Throws a {@link SetUpError} where we are not root: that is said before anything is fetched, not after it. */
export const needRoot = (env = process.env, user = process.getuid?.()) => {
	if (user === 0) return;
	throw new SetUpError(
		`Cannot set up as user ${user}: the service’s own image is built and run by root. Start it with sudo: ${rootCommand(env)}`,
	);
};

/**
 * What to run as root instead. npm before 9 hands its scripts to the owner of the folder although root has started it, so that `sudo npm`
 * changes nothing: https://docs.npmjs.com/cli/v8/using-npm/scripts#user
 */
export const rootCommand = ({ npm_lifecycle_event: script = 'start', npm_config_user_agent: agent = '' }) => {
	if (/^npm\/[5-8]\./.test(agent) && ['start', 'demo'].includes(script))
		return `sudo node scripts/set-up.mjs && sudo ./threadsmith${script === 'demo' ? ' demo' : ''}`;
	return script === 'start' ? 'sudo npm start' : `sudo npm run ${script}`;
};
