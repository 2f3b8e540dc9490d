import { bashArgs } from '../../built-ins.ts';
import type { GuestCall, KeptJob } from '../../sandbox.ts';

/** The jobs of one sandbox that go on when their turn has ended, by what was called: the guest is not asked. */
export interface JobList {
	/** A call went well. */
	note(call: GuestCall): void;
	readonly now: () => readonly KeptJob[];
	clear(): void;
}

/** `now`: ms since the epoch. */
export function createJobList(now: () => number): JobList {
	let jobs: readonly KeptJob[] = [];
	const running = () => jobs.filter(({ until }) => until > now());
	return {
		note({ tool, args }) {
			const minutes = tool === 'bash' ? bashArgs.safeParse(args).data?.keep_running : undefined;
			if (minutes === undefined) return;
			jobs = [...running(), { command: String(args['command']), until: now() + minutes * 60_000 }];
		},
		now: running,
		clear() {
			jobs = [];
		},
	};
}
