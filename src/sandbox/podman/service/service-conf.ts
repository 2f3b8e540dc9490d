/** The parts of our own Podman service's configuration. */
export interface ServiceConf {
	/** The runtime of new containers: a key of `runtimes`. */
	readonly runtime: string;
	/** Every runtime there is, name to path: a container of another one could not be ended otherwise. */
	readonly runtimes: Readonly<Record<string, string>>;
	readonly cgroupManager: 'systemd' | 'cgroupfs';
}

/**
 * The text of a containers.conf for our service. It stands alone (`CONTAINERS_CONF` replaces the machine's own files).
 * `http_proxy` off: Podman would copy the host's proxy variables, with their passwords, into each container.
 */
export function serviceConf({ runtime, runtimes, cgroupManager }: ServiceConf): string {
	const paths = Object.entries(runtimes).map(([name, path]) => `${name} = [${JSON.stringify(path)}]`);
	return `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
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
