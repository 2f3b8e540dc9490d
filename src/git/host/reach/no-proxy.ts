import type { RepositoryAddress } from '../../repository.ts';
import { portOf } from './pin-host.ts';

/**
 * Whether `NO_PROXY` excepts a host: names with commas, each for all that is below it as well, perhaps with a port; `*` for all. Source:
 * curl(1), "NO_PROXY". Pure.
 */
export function isExcepted(address: RepositoryAddress, noProxy = ''): boolean {
	const host = `.${address.host}`;
	return noProxy
		.toLowerCase()
		.split(/[\s,]+/)
		.some((entry) => {
			const [, name = '', port] = /^\*?\.?([^:]*)(?::(\d+))?$/.exec(entry) ?? [];
			if (port !== undefined && Number(port) !== portOf(address)) return false;
			return entry === '*' || (name !== '' && host.endsWith(`.${name}`));
		});
}
