import { readFileSync } from 'node:fs';
import { distribution, hasCapability, isRoot } from '../base/host.mjs';
import { userName } from '../base/user.mjs';
import { isSupported } from '../set-up/system-packages.mjs';

const capSysAdmin = 21n;

/** The system, and what we may do on it. */
export const systemRows = () => [systemRow(), privilegesRow()];

const systemRow = () => {
	const { name } = distribution();
	if (isSupported()) return { name: 'system', value: name, met: true };
	if (process.platform !== 'linux')
		return {
			name: 'system',
			value: `${name} is no Linux, and sandboxes need its kernel`,
			met: false,
			mend: 'Use Debian 12 or 13 or Ubuntu 24.04, in a virtual machine if need be',
		};
	return {
		name: 'system',
		value: `${name}: not tried; the set-up installs packages on Debian 12 and 13 and Ubuntu 24.04 only`,
		mend: 'Install by hand what the rows below miss, then run `npm start`',
	};
};

const privilegesRow = () => {
	const row = (value, mend) => ({ name: 'privileges', value, met: mend === undefined, ...(mend && { mend }) });
	if (!isRoot()) return row(`user ${userName()}, without root: sandboxes run in Podman’s own namespace`);
	if (!hasCapability(status(), capSysAdmin))
		return row(
			'root, but without CAP_SYS_ADMIN: in a container that may not mount?',
			'Use the host itself, or start the container with --privileged',
		);
	return row('root');
};

const status = () => {
	try {
		return readFileSync('/proc/self/status', 'utf8');
	} catch {
		return '';
	}
};
