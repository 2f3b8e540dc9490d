import { headOf } from '../../../base/text/cut-text.ts';
import { bashArgs } from '../../built-ins.ts';
import type { GuestCall, KeptJob } from '../../sandbox.ts';

/** The jobs of one sandbox that go on when their turn has ended, by what was called: the guest is not asked. */
export interface JobList {
	/** A call went well. */
	note(call: GuestCall): void;
	/** Those whose time is not over. */
	readonly now: () => readonly KeptJob[];
	/** Looks whether they have ended by themselves, and forgets them then. Rejects as `isAnyRunning` does. */
	look(): Promise<void>;
	clear(): void;
}

/** Of the guest no more than three run at a time: what is older has ended. */
const mostKept = 10;
const mostCommand = 500;

/** `now`: ms since the epoch. `isAnyRunning`: whether the kernel has any process of theirs. */
export function createJobList(now: () => number, isAnyRunning: () => Promise<boolean>): JobList {
	let jobs: readonly KeptJob[] = [];
	const running = () => jobs.filter(({ until }) => until > now());
	return {
		note({ tool, args }) {
			const minutes = tool === 'bash' ? bashArgs.safeParse(args).data?.keep_running : undefined;
			if (minutes === undefined) return;
			const command = headOf(String(args['command']), mostCommand);
			jobs = [...running(), { command, until: now() + minutes * 60_000 }].slice(-mostKept);
		},
		now: running,
		async look() {
			const seen = running();
			if (seen.length === 0 || (await isAnyRunning())) return;
			// One that was called for meanwhile was not looked at
			jobs = jobs.filter((job) => !seen.includes(job));
		},
		clear() {
			jobs = [];
		},
	};
}
