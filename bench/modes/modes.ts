/** A way in which sandboxes can be run: on a runtime, as root or as a plain user. */
export interface Mode {
	readonly runtime: 'runc' | 'crun' | 'runsc';
	readonly as: 'root' | 'plain user';
}

export const modes: readonly Mode[] = (['root', 'plain user'] as const).flatMap((as) =>
	(['runc', 'crun', 'runsc'] as const).map((runtime): Mode => ({ runtime, as })),
);

export function nameOf({ runtime, as }: Mode): string {
	return `${runtime}, ${as}`;
}

/** What a row says to people, by its name, in the order of the table. */
export const told: Readonly<Record<string, string>> = {
	'claimed-sandbox': 'new session, one stood ready (started cold), ms',
	'claimed-wake': 'session with a disk, one stood ready (started cold), ms',
	'cold-sandbox': 'new session, cold (bare container of the same spec), ms',
	'wake-sandbox': 'session with a disk, cold (bare container), ms',
	'first-sandbox': 'first of a process (bare container), ms',
	'guest-true': 'command in one that runs, `true` (`podman exec`), ms',
	'guest-path-exec': 'the same (exec over Podman’s API), ms',
	'guest-path-child': 'the same (plain child process on the host), ms',
	'run-scope': 'command with a sandbox of its own, `SANDBOX_SCOPE=run` (in one that goes on), ms',
	'sandbox-memory': 'memory that a sandbox is charged for (bare container), MB',
	'sandbox-rate': 'sandboxes a second, eight asked for (bare containers)',
};

/** The benchmarks that make these rows. */
export const measured = [
	'claimed-sandbox',
	'cold-sandbox',
	'guest-true',
	'guest-path',
	'run-scope',
	'sandbox-memory',
	'sandbox-rate',
] as const;
