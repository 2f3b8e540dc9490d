export interface SshOrder {
	readonly host: string;
	readonly port: number;
	/** The address that is connected to. */
	readonly at: string;
	/** Files. */
	readonly identity: string;
	readonly knownHosts: string;
}

/** ssh_config(5). Nothing of the system's or a person's settings is read, and nothing is written. */
const always = [
	...['BatchMode=yes', 'StrictHostKeyChecking=yes', 'GlobalKnownHostsFile=/dev/null', 'UpdateHostKeys=no'],
	...['CheckHostIP=no', 'VerifyHostKeyDNS=no', 'KnownHostsCommand=none', 'CanonicalizeHostname=no'],
	...['IdentitiesOnly=yes', 'IdentityAgent=none', 'CertificateFile=none', 'PreferredAuthentications=publickey'],
	...[
		'PasswordAuthentication=no',
		'KbdInteractiveAuthentication=no',
		'GSSAPIAuthentication=no',
		'HostbasedAuthentication=no',
	],
	...['ForwardAgent=no', 'ForwardX11=no', 'ClearAllForwardings=yes', 'Tunnel=no', 'PermitLocalCommand=no'],
	...[
		'ControlMaster=no',
		'ControlPath=none',
		'ProxyCommand=none',
		'ProxyJump=none',
		'RequestTTY=no',
		'EscapeChar=none',
	],
	...['ConnectTimeout=20', 'ConnectionAttempts=1', 'ServerAliveInterval=15', 'ServerAliveCountMax=4', 'LogLevel=ERROR'],
];

/** A command for GIT_SSH_COMMAND, which a shell reads: every word of it stands in quotes. Pure. */
export function sshCommand(order: SshOrder): string {
	return sshWords(order).map(quoted).join(' ');
}

/** ssh with all its options; whom it speaks to as whom, and at which port, is for whoever runs it to add. Pure. */
export function sshWords({ host, port, at, identity, knownHosts }: SshOrder): readonly string[] {
	const options = [
		...always,
		`UserKnownHostsFile="${knownHosts}"`,
		`IdentityFile="${identity}"`,
		`HostName=${at}`,
		// As in known_hosts and as ssh-keyscan writes it: sshd(8).
		`HostKeyAlias=${port === 22 ? host : `[${host}]:${port}`}`,
	];
	return ['ssh', '-F', '/dev/null', ...options.flatMap((option) => ['-o', option])];
}

function quoted(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}
