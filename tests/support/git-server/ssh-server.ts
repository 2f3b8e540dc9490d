import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { waitFor } from '../wait-for.ts';

const program = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path));

/** Why there can be no ssh server here; undefined where there can. */
export const whyNoSsh = program === undefined ? 'sshd is not installed: apt install openssh-server' : undefined;

/** A real sshd on 127.0.0.1 that serves the repositories of a folder to one key. Disposing ends it; its files stay in `folder`. */
export interface SshServer extends AsyncDisposable {
	readonly port: number;
	/** The user as whom it runs, who is the only one it knows. */
	readonly login: string;
	/** The key that it takes, and one that it does not. */
	readonly key: string;
	readonly otherKey: string;
	/** Its host key, as the end of a line of `known_hosts`; and one of another machine. */
	readonly hostKey: string;
	readonly otherHostKey: string;
	readonly log: () => string;
}

export interface SshOptions {
	readonly folder: string;
	/** Where `acme/app.git` lies. */
	readonly repositories: string;
	readonly mayPush?: boolean;
	/** Default: one that is free. */
	readonly port?: number;
	/** A file that `git-lfs-authenticate` prints; default: there is no such command. */
	readonly pass?: string;
	/** It has been set up anew: what was its host key is that of another machine. */
	readonly isMoved?: true;
}

/** sshd_config(5). */
const settings = [
	...[
		'UsePAM no',
		'StrictModes no',
		'PasswordAuthentication no',
		'KbdInteractiveAuthentication no',
		'AcceptEnv GIT_PROTOCOL',
	],
	...['PermitRootLogin prohibit-password', 'ListenAddress 127.0.0.1', 'PidFile none', 'LogLevel VERBOSE'],
];

export async function startSshServer({
	folder,
	repositories,
	mayPush = true,
	pass,
	isMoved,
	...options
}: SshOptions): Promise<SshServer> {
	const at = (name: string) => join(folder, name);
	await mkdir(folder, { recursive: true });
	const names = ['host', 'other-host', 'key', 'other-key'];
	for (const name of names.filter((one) => !existsSync(at(one))))
		execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', at(name)]);
	const [publicKey, hostKey, otherHostKey] = await Promise.all(
		['key.pub', 'host.pub', 'other-host.pub'].map((name) => readFile(at(name), 'utf8')),
	);
	await writeFile(at('serve.sh'), script(repositories, mayPush, pass), { mode: 0o755 });
	await writeFile(at('authorized_keys'), `restrict,command="${at('serve.sh')}" ${publicKey}`);
	const port = options.port ?? (await freePort());
	const identity = at(isMoved ? 'other-host' : 'host');
	const config = [...settings, `Port ${port}`, `HostKey ${identity}`, `AuthorizedKeysFile ${at('authorized_keys')}`];
	await writeFile(at('sshd_config'), `${config.join('\n')}\n`);
	if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true });
	const child = spawn(program ?? 'sshd', ['-D', '-e', '-f', at('sshd_config')], {
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let log = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		log += text;
	});
	await waitFor(() => log.includes('Server listening') || child.exitCode !== null, 'sshd');
	if (child.exitCode !== null) throw new Error(`sshd did not start: ${log}`);
	return {
		...{ port, login: userInfo().username, log: () => log },
		key: await readFile(at('key'), 'utf8'),
		otherKey: await readFile(at('other-key'), 'utf8'),
		hostKey: hostKey?.trim() ?? '',
		otherHostKey: otherHostKey?.trim() ?? '',
		async [Symbol.asyncDispose]() {
			child.kill('SIGKILL');
			await waitFor(() => child.exitCode !== null || child.signalCode !== null, 'sshd to be gone');
		},
	};
}

/** As git-shell does, below one folder. */
function script(repositories: string, mayPush: boolean, pass: string | undefined): string {
	const services = mayPush ? 'git-upload-pack|git-receive-pack' : 'git-upload-pack';
	const lfs = `[ "$path" = "acme/app.git download" ] && exec cat "${pass}"; echo "No such repository" >&2; exit 1`;
	return `#!/bin/sh
service=\${SSH_ORIGINAL_COMMAND%% *}
path=\${SSH_ORIGINAL_COMMAND#* }
path=\${path#\\'}
path=\${path%\\'}
case "$path" in *..*) exit 1 ;; esac
case "$service" in
${services}) exec git "\${service#git-}" "${repositories}$path" ;;
${pass === undefined ? '' : `git-lfs-authenticate) ${lfs} ;;`}
*) echo "ERROR: The key you are authenticating with has been marked as read only." >&2; exit 1 ;;
esac
`;
}
