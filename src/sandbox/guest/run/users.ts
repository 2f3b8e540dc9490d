/** An identity that acts in the sandbox on behalf of a model. The guest itself is root of the sandbox's own user namespace. */
export interface User {
	readonly uid: number;
	readonly gid: number;
	readonly name: string;
	readonly home: string;
	/** Where Matplotlib finds its list of fonts, which the image brings along: making one takes a second. */
	readonly fonts: string;
}

/** Runs commands and file built-ins. */
export const smith: User = { uid: 1000, gid: 1000, name: 'smith', home: '/workspace', fonts: '/tmp/matplotlib' };

/** Reads drafts, and finds and installs packages. */
export const forge: User = { uid: 1001, gid: 1001, name: 'forge', home: '/tmp', fonts: '/tmp/matplotlib' };

/** The group of all that run tools: what is closed to it is closed to them. */
export const toolGroup = 1003;

/**
 * Run tools, each run under one that no other has meanwhile: drafts in their tests as well as tools in use, so that none can tell which it is. They
 * can read what smith has left readable, and write nothing of it, nor see what others have in the folders that are everybody's
 * (`closed-places.ts`). 1002 is the airlock's, 1004 the reader's.
 */
export const toolUsers: readonly User[] = [1003, 1005, 1006, 1007].map((uid) => ({
	uid,
	gid: toolGroup,
	name: 'tool',
	home: '/tmp',
	fonts: '/run/matplotlib',
}));

/** Looks at what tools have written: whatever a file was made to do to its reader, no file of a session or of a tool can be changed by it. */
export const reader: User = { uid: 1004, gid: 1004, name: 'reader', home: '/', fonts: '/tmp/matplotlib' };

/** All that act on behalf of a model, by their ids. */
export const usersByUid: ReadonlyMap<number, User> = new Map(
	[smith, forge, ...toolUsers, reader].map((user) => [user.uid, user]),
);

/**
 * Runs `act` with the rights of `user`: root here has no DAC_OVERRIDE and could not reach the user's private files, and a
 * symlink planted by the user must lead no further than the user could go. Only the effective ids change; the real and saved
 * ones stay 0, so that the user can neither signal nor trace the guest meanwhile. The C library changes all threads at once,
 * so `act` must be synchronous and nothing asynchronous that opens files may be in flight: the guest has none.
 */
export function asUser<Result>(user: User, act: () => Result): Result {
	setIds(user);
	try {
		return act();
	} finally {
		setIds({ uid: 0, gid: 0 });
	}
}

function setIds({ uid, gid }: Pick<User, 'uid' | 'gid'>): void {
	if (process.setegid === undefined || process.seteuid === undefined)
		throw new Error('Cannot change ids: not on Linux');
	// The user id first on the way back, last on the way down: changing the group needs the root user.
	if (uid === 0) process.seteuid(0);
	process.setegid(gid);
	if (uid !== 0) process.seteuid(uid);
}

/**
 * The whole environment of what runs for a user: the same on every host, nothing inherited but the time zone that its container was given,
 * no secret.
 * `call` marks the processes of one call, so that those that left its process group can still be found.
 */
export function environmentOf(user: User, call: string): Record<string, string> {
	return {
		PATH: searchPath,
		HOME: user.home,
		USER: user.name,
		LOGNAME: user.name,
		SHELL: '/bin/bash',
		LANG: 'C.UTF-8',
		TZ: zone,
		TZDIR: zones,
		TERM: 'dumb',
		NO_COLOR: '1',
		PAGER: 'cat',
		GIT_PAGER: 'cat',
		GIT_TERMINAL_PROMPT: '0',
		XDG_CACHE_HOME: '/tmp/.cache',
		PYTHONDONTWRITEBYTECODE: '1',
		PYTHONUNBUFFERED: '1',
		MPLBACKEND: 'Agg',
		MPLCONFIGDIR: user.fonts,
		OPENBLAS_NUM_THREADS: '1',
		UV_PYTHON_DOWNLOADS: 'never',
		UV_SYSTEM_PYTHON: '1',
		[callMarker]: call,
	};
}

/** Where commands are looked for, in this order. */
export const searchPath = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin';

/** The zone of this process, which its container was given. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Python's copy of the zones: Debian's own leaves out the names of long ago, which the C library takes for UTC without a word
 * (https://packages.debian.org/trixie/tzdata-legacy).
 */
const zones = '/usr/local/lib/python3.13/dist-packages/tzdata/zoneinfo';

/** The variable that marks the processes of one call. */
export const callMarker = 'THREADSMITH_CALL';
