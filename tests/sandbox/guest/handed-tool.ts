import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GuestPlace } from './describe-guest.ts';

/** Tools in use on a session's files. */
export function handedTool({ guest, home }: GuestPlace) {
	const at = (path: string) => home().path('disk', path);
	return {
		/** Runs a tool whose `run(input)` has these lines. */
		async run(lines: string, input: object = {}, more = {}) {
			const name = `t${randomUUID().slice(0, 8)}`;
			const body = `import os\ndef run(input):\n${lines.replaceAll(/^/gm, '    ')}\n`;
			mkdirSync(home().path('tools/test', name, '1'), { recursive: true });
			writeFileSync(home().path('tools/test', name, '1/tool.py'), body);
			return guest().call('run_tool', { tool: `test/${name}/1`, input, ...more });
		},
		/** Where on this machine a file of the session's disk is: `workspace/x`. */
		at,
		textOf: (path: string) => readFileSync(at(path), 'utf8'),
		/** A file of smith's. */
		put(path: string, text: string, mode = 0o644): void {
			mkdirSync(dirname(at(path)), { recursive: true });
			writeFileSync(at(path), text);
			chmodSync(at(path), mode);
			for (const one of [at(path), dirname(at(path))]) chownSync(one, 1000, 1000);
		},
		clear: () => guest().bash('rm -rf /workspace/* /outputs/*'),
	};
}
