import type { GitOrder } from './order.ts';

/** Programs are looked for there alone, whatever the environment says. */
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The empty tree of SHA-1, which each git has without a repository: attributes are read from there, that is, nowhere. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/**
 * Above the configuration of the mirror, which is ours too (`blank-mirror.ts`): if that were not so, nothing of it would name a program.
 * git-config(1) has them all.
 */
const settings = [
	'core.hooksPath=/dev/null',
	'core.fsmonitor=false',
	'core.attributesFile=/dev/null',
	'core.excludesFile=/dev/null',
	'core.alternateRefsCommand=true',
	'core.sshCommand=false',
	'core.askPass=',
	'core.pager=cat',
	'core.editor=false',
	'core.protectHFS=true',
	'core.protectNTFS=true',
	'core.logAllRefUpdates=false',
	'core.bigFileThreshold=16m',
	'core.packedGitWindowSize=32m',
	'core.packedGitLimit=256m',
	'core.deltaBaseCacheLimit=64m',
	'pack.threads=1',
	'pack.windowMemory=64m',
	'pack.deltaCacheSize=64m',
	`attr.tree=${emptyTree}`,
	'credential.helper=',
	'gpg.program=false',
	'commit.gpgSign=false',
	'push.gpgSign=false',
	'push.recurseSubmodules=no',
	'fetch.recurseSubmodules=no',
	'submodule.recurse=false',
	'fetch.writeCommitGraph=false',
	'transfer.bundleURI=false',
	'transfer.credentialsInUrl=die',
	'transfer.fsckObjects=true',
	'fetch.fsckObjects=true',
	'receive.fsckObjects=true',
	'fetch.unpackLimit=1',
	'protocol.allow=never',
	'protocol.version=2',
	'http.followRedirects=false',
	'http.sslVerify=true',
	'http.cookieFile=',
	'http.saveCookies=false',
	'gc.auto=0',
	'gc.autoDetach=false',
	'maintenance.auto=false',
	'advice.detachedHead=false',
	'advice.graftFileDeprecated=false',
	'color.ui=false',
	'uploadpack.packObjectsHook=',
];

/** Of programs that read no configuration of git's. */
export const plainEnvironment: Record<string, string> = { PATH: systemPath, LC_ALL: 'C', HOME: '/nonexistent' };

/** For every git, whatever it is told. Literal: the value of a variable that it may not have is that of its own default otherwise. */
const always: Readonly<Record<string, string>> = {
	...plainEnvironment,
	XDG_CONFIG_HOME: '/nonexistent',
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_CONFIG_SYSTEM: '/dev/null',
	GIT_CONFIG_GLOBAL: '/dev/null',
	GIT_ATTR_NOSYSTEM: '1',
	GIT_TERMINAL_PROMPT: '0',
	GIT_ASKPASS: 'false',
	SSH_ASKPASS: 'false',
	GIT_SSH_COMMAND: 'false',
	GIT_EDITOR: 'false',
	GIT_PAGER: 'cat',
	GIT_OPTIONAL_LOCKS: '0',
	GIT_NO_LAZY_FETCH: '1',
	GIT_NO_REPLACE_OBJECTS: '1',
	GIT_GRAFT_FILE: '/dev/null',
	GIT_LITERAL_PATHSPECS: '1',
	GIT_MERGE_AUTOEDIT: 'no',
	// A bomb asks for all of its size at once; blobs above `core.bigFileThreshold` are streamed.
	GIT_ALLOC_LIMIT: '512m',
};

/** The whole environment of a git: nothing of this process's own is in it. Pure. */
export function environmentOf({ dir, env, network }: GitOrder): Record<string, string> {
	return { ...always, GIT_ALLOW_PROTOCOL: network?.protocol ?? '', ...env, GIT_DIR: dir };
}

/** All arguments of a git. Pure. */
export function argumentsOf({ args, network }: GitOrder): string[] {
	const config = [...settings, ...(network?.config ?? [])].flatMap((setting) => ['-c', setting]);
	return ['--no-pager', '--no-replace-objects', '--literal-pathspecs', ...config, ...args];
}
