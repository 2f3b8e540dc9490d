import { defaultStateDir } from '../../src/sandbox/podman/service/state-folder.ts';
import { type HostProcess, hostProcesses } from '../parts/host-processes.ts';
import { containersWith } from '../parts/podman-cli.ts';
import { podman } from './host.ts';

/** What runs of a bot on its host: Podman's service, and of a sandbox its monitor, its first process, the guest, and the airlock's inner side. */
export type Part = 'service' | 'conmon' | 'init' | 'guest' | 'relay';

/** One of these of a home, `pick` says which; undefined where there is none now. */
export async function findPart(
	part: Part,
	homeId: string,
	pick: (count: number) => number,
): Promise<HostProcess | undefined> {
	if (part === 'service') return hostProcesses().find(({ command }) => isService(command, homeId));
	if (part === 'relay' && !hostProcesses().some(isRelay)) return undefined;
	const containers = await containersWith(`home=${homeId}`, podman);
	const all = hostProcesses();
	if (part === 'relay') {
		const relays = all.filter((one) => isRelay(one) && containers.some(({ id }) => one.groups.includes(id)));
		return relays[pick(relays.length)];
	}
	const container = containers[pick(containers.length)];
	if (container === undefined) return undefined;
	if (part === 'conmon') return all.find(({ command }) => command.includes('conmon') && command.includes(container.id));
	if (part === 'init') return all.find(({ pid }) => pid === container.pid);
	return all.find(
		({ command, groups }) =>
			groups.includes(container.id) && command.startsWith('node ') && command.includes('guest.mjs'),
	);
}

function isService(command: string, homeId: string): boolean {
	return command.includes(`${defaultStateDir(homeId)}/service/podman.sock`) && command.includes('system service');
}

function isRelay({ command }: HostProcess): boolean {
	return command.startsWith('node ') && command.includes('/airlock-relay.mjs');
}
