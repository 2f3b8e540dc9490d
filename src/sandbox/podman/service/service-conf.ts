/** The parts of our own Podman service's configuration. */
export interface ServiceConf {
	/** The runtime of new containers: a key of `runtimes`. */
	readonly runtime: string;
	/** Every runtime there is, name to path: a container of another one could not be ended otherwise. */
	readonly runtimes: Readonly<Record<string, string>>;
	readonly cgroupManager: 'systemd' | 'cgroupfs';
	/**
	 * How many processes a user of a container may have. Without root this is what holds: Podman then ignores what a container asks for
	 * (`Ulimits`), without a word.
	 */
	readonly processes: number;
	/** The bytes that one process may allocate. */
	readonly processMemory?: number | undefined;
}

/**
 * The text of a containers.conf for our service. It stands alone (`CONTAINERS_CONF` replaces the machine's own files).
 * `http_proxy` off: Podman would copy the host's proxy variables, with their passwords, into each container.
 */
export function serviceConf({ runtime, runtimes, cgroupManager, processes, processMemory }: ServiceConf): string {
	const paths = Object.entries(runtimes).map(([name, path]) => `${name} = [${JSON.stringify(path)}]`);
	const data = processMemory === undefined ? '' : `, "data=${processMemory}:${processMemory}"`;
	return `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=${processes}:${processes}", "core=0:0"${data}]
http_proxy = false
[engine]
runtime = ${JSON.stringify(runtime)}
cgroup_manager = ${JSON.stringify(cgroupManager)}
events_logger = "file"
exit_command_delay = 10
[engine.runtimes]
${paths.join('\n')}
`;
}
