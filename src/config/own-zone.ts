import { readlinkSync } from 'node:fs';
import { zoneNamed } from '../base/text/time-zone.ts';

/** The zone of this machine, by its `TZ` or its files. Of a `TZ` that is no zone's name, such as the path of a zone's file, it is UTC. */
export function ownZone(TZ: string | undefined): string {
	if (TZ !== undefined) return zoneNamed(TZ.replace(/^:/, '')) ?? 'UTC';
	return zoneOfLink() ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}

/** The zone that `/etc/localtime` leads to (localtime(5)). */
function zoneOfLink(): string | undefined {
	try {
		const [, name = ''] = readlinkSync('/etc/localtime').split('/zoneinfo/');
		return zoneNamed(name.replace(/^Etc\/UTC$/, 'UTC'));
	} catch {
		return undefined;
	}
}
