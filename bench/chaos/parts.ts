import { defaultStateDir } from '../../src/sandbox/podman/service/state-folder.ts';
import { type HostProcess, hostProcesses } from '../parts/host-processes.ts';
import type { HostContainer } from '../parts/podman-cli.ts';
import { containersOf, idsIn } from './host.ts';
import { agentsWord } from './load.ts';

/**
 * What runs of a bot on its host: Podman's services, and of a sandbox its monitor, its first process, the guest, and the airlock's inner side; of a
 * coding agent's box also the inner side of the gateway, and the agent.
 */
export type Part = 'service' | 'conmon' | 'init' | 'guest' | 'relay' | 'gateway' | 'agent';

/** One of these of a home, `pick` says which; undefined where there is none now. What is of an agent's box is of one in which a prompt is under way. */
export async function findPart(
	part: Part,
	homeId: string,
	pick: (count: number) => number,
): Promise<HostProcess | undefined> {
	const one = <T>(found: readonly T[]) => found[pick(found.length)];
	if (part === 'service') return one(hostProcesses().filter(({ command }) => isService(command, homeId)));
	if (part === 'relay' && !hostProcesses().some(isInside.relay)) return undefined;
	const containers = await containersOf(homeId);
	if (part === 'relay') return one(inside(containers).filter(isInside.relay));
	if (part === 'gateway' || part === 'agent') return one(inside(atWork(containers)).filter(isInside[part]));
	const container = one(containers);
	return container && partOf(part, container);
}

function partOf(part: 'conmon' | 'init' | 'guest', container: HostContainer): HostProcess | undefined {
	const all = hostProcesses();
	if (part === 'conmon') return all.find(({ command }) => command.includes('conmon') && command.includes(container.id));
	if (part === 'init') return all.find(({ pid }) => pid === container.pid);
	return all.find(
		({ command, groups }) =>
			groups.includes(container.id) && command.startsWith('node ') && command.includes('guest.mjs'),
	);
}

function isService(command: string, homeId: string): boolean {
	const sockets = idsIn(homeId).map((id) => `${defaultStateDir(id)}/service/podman.sock`);
	return sockets.some((socket) => command.includes(socket)) && command.includes('system service');
}

function inside(containers: readonly HostContainer[]): readonly HostProcess[] {
	return hostProcesses().filter(({ groups }) => containers.some(({ id }) => groups.includes(id)));
}

/** Those in which a command of an agent's runs. */
function atWork(containers: readonly HostContainer[]): readonly HostContainer[] {
	const commands = inside(containers).filter(({ command }) => command.includes(agentsWord));
	return containers.filter(({ id }) => commands.some(({ groups }) => groups.includes(id)));
}

const runsFile =
	(name: string) =>
	({ command }: HostProcess): boolean =>
		command.startsWith('node ') && command.includes(name);

/** How each is known among the processes of a container. */
const isInside = {
	relay: runsFile('/airlock-relay.mjs'),
	gateway: runsFile('/gateway-relay.mjs'),
	agent: ({ command }: HostProcess) => command.includes('/opt/agents/'),
} as const;
