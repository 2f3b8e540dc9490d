import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Attack, Family, Trial } from '../attack.ts';
import type { Who } from '../range/range.ts';
import { readTry } from '../range/script.ts';
import { shot } from '../shot.ts';

/** A server of ours on the host: on loopback, or under a name in the abstract. Resolves with it while `act` runs. */
async function withServer<T>(
	at: { readonly host: string; readonly port: number } | { readonly path: string },
	act: (server: Server) => Promise<T>,
): Promise<T> {
	const server = createServer((socket) => socket.end('HOST'));
	await new Promise<void>((resolve) => server.listen(at, resolve));
	try {
		return await act(server);
	} finally {
		server.close();
	}
}

const reads = (open: string) => `def act():
    with ${open} as line:
        line.settimeout(3)
        if line.recv(4) != b"HOST": raise OSError(errno.EPROTO, "someone else")
    return "the host answered"
attempt(act)`;

const connecting = (port: number) => reads(`socket.create_connection(("127.0.0.1", ${port}), 3)`);
const abstract = (name: string) => `line = socket.socket(socket.AF_UNIX)
def act():
    line.connect("\\0${name}")
    return line.recv(4)
attempt(act)`;

const hostLoopback = (who: Who): Attack => ({
	name: `host-loopback-${who}`,
	tried: "a server on the host's loopback",
	holds: 'refused: it is the loopback of the sandbox',
	pace: 'slow',
	run: (range) =>
		withServer({ host: '127.0.0.1', port: 0 }, async (server): Promise<Trial> => {
			const body = connecting((server.address() as AddressInfo).port);
			return {
				attack: readTry(await range.inside(body, who)),
				control: readTry(await range.loose('network', body, 1000)),
			};
		}),
});

const hostAbstract: Attack = {
	name: 'host-abstract-socket',
	tried: 'a socket of the host that has a name but no file',
	holds: 'refused: names belong to a network',
	pace: 'slow',
	run: (range) => {
		const name = `threadsmith-attack-${process.pid}`;
		return withServer(
			{ path: `\0${name}` },
			async (): Promise<Trial> => ({
				attack: readTry(await range.inside(abstract(name))),
				control: readTry(await range.loose('network', abstract(name), 1000)),
			}),
		);
	},
};

const podmanSocket: Attack = {
	name: 'podman-socket',
	tried: "Podman's own socket, by its path, and every socket that /proc names",
	holds: 'none leads to the host',
	pace: 'slow',
	async run(range) {
		const path = `${range.bench.stateDir}/service/podman.sock`;
		const body = `paths = [${JSON.stringify(path)}, "/run/podman/podman.sock", "/var/run/docker.sock", "/run/containerd/containerd.sock", "/run/dbus/system_bus_socket"]
paths += [line.split()[-1] for line in open("/proc/net/unix") if "/" in line.split()[-1]]
reached = []
for one in paths:
    try: socket.socket(socket.AF_UNIX).connect(one); reached.append(one)
    except OSError: pass
(got if reached else refused)(reached or f"none of {len(paths)}")`;
		const control = `path = "/tmp/some.sock"
if os.path.exists(path): os.remove(path)
door = socket.socket(socket.AF_UNIX); door.bind(path); door.listen()
attempt(lambda: (socket.socket(socket.AF_UNIX).connect(path), "it was there")[1])`;
		return { attack: readTry(await range.inside(body)), control: readTry(await range.loose('open', control, 1000)) };
	},
};

/** What has a road only where there is a network; the control looks at the road, and sends nothing. */
const roads: readonly (readonly [name: string, tried: string, body: string, control: string])[] = [
	[
		'interfaces',
		'a network interface that is not its own loopback',
		'names = [line.split(":")[0].strip() for line in open("/proc/net/dev").readlines()[2:]]\n(got if names != ["lo"] else refused)(names)',
		'',
	],
	[
		'routes',
		'a route',
		'routes = open("/proc/net/route").readlines()[1:]\n(got if routes else refused)(f"{len(routes)} routes")',
		'',
	],
	[
		'routes-of-ipv6',
		'a route of IPv6 that is not its own loopback',
		'routes = [one for one in open("/proc/net/ipv6_route") if not one.strip().endswith("lo")] if os.path.exists("/proc/net/ipv6_route") else []\n(got if routes else refused)(f"{len(routes)} routes")',
		'',
	],
	[
		'metadata',
		"the cloud's metadata (169.254.169.254)",
		'attempt(lambda: (socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("169.254.169.254", 80)), "there is a road")[1])',
		'',
	],
	[
		'datagram',
		'a datagram to an address outside',
		'attempt(lambda: (socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("192.0.2.1", 53)), "there is a road")[1])',
		'',
	],
	[
		'resolver',
		'a name server in resolv.conf, and names of the host in hosts',
		'text = open("/etc/resolv.conf").read() + open("/etc/hosts").read()\nwords = re.findall("nameserver|host.containers.internal|search", text)\n(got if words else refused)(words or "none")',
		'',
	],
	[
		'proxy-variables',
		"the host's proxy variables, or any other of its environment",
		'words = [one for one in os.environ if re.search("proxy|token|secret|key", one, re.I)]\n(got if words else refused)(words or f"{len(os.environ)} variables")',
		'os.environ["HTTPS_PROXY"] = "x"\nwords = [one for one in os.environ if re.search("proxy", one, re.I)]\n(got if words else refused)(words)',
	],
	[
		'configure',
		'an address for the loopback, or another interface',
		`import fcntl
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
attempt(lambda: fcntl.ioctl(line, 0x8916, struct.pack("16sH2s4s8x", b"lo", socket.AF_INET, b"", bytes([10, 9, 8, 7]))))`,
		`import fcntl
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
attempt(lambda: fcntl.ioctl(line, 0x8916, struct.pack("16sH2s4s8x", b"lo:9", socket.AF_INET, b"", bytes([127, 9, 8, 7]))))`,
	],
];

const unreachable: readonly Attack[] = roads.map(([name, tried, body, control]) =>
	shot({
		name: `network-${name}`,
		tried,
		holds: 'there is none',
		body,
		control: { kind: name === 'configure' ? 'open' : 'network', ...(control !== '' && { body: control }) },
	}),
);

export const network: Family = {
	title: 'Network',
	attacks: [
		...unreachable,
		hostLoopback('smith'),
		hostLoopback('tool'),
		hostLoopback('root'),
		hostAbstract,
		podmanSocket,
	],
};
