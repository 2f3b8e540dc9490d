import { Socket } from 'node:net';
import { isProcessNote, readNote, toMessage } from '../process-wire.ts';
import { createGuestServer } from './guest-server.ts';
import { createKeptJobs } from './kept-jobs.ts';
import { createLineTransport } from './line-transport.ts';
import { createUsePackages } from './packages/use-packages.ts';
import { createOpenProcesses } from './processes/open-processes.ts';
import { createProcessClose, createProcessOpen } from './processes/process-tools.ts';
import { createQueue } from './run/queue.ts';
import { waitingShell } from './run/shell/waiting-shell.ts';
import { toolLanes } from './run/side-by-side/lanes.ts';
import { createTurns } from './run/side-by-side/turns.ts';
import { createRunningCalls, createSweep } from './run/sweep.ts';
import { createBash } from './tools/bash.ts';
import { createCheckTool } from './tools/check-tool.ts';
import { createEditFile } from './tools/edit-file.ts';
import type { GuestTool } from './tools/guest-tool.ts';
import { createInstallPackages } from './tools/install-packages.ts';
import { createListFiles } from './tools/list-files.ts';
import { createReadFile } from './tools/read-file.ts';
import { createReadDocument, createViewPicture } from './tools/read-for-host.ts';
import { createResolvePackages } from './tools/resolve-packages.ts';
import { createRunTool } from './tools/run-tool.ts';
import { createSearchFiles } from './tools/search-files.ts';
import { createTryTool } from './tools/try-tool.ts';
import { createWriteFile } from './tools/write-file.ts';
import { createWarmUp } from './warm-up.ts';
import { createWatchScript } from './watch-script.ts';

/**
 * The guest: the sandbox's main process and our only way to act in it. It serves MCP over its own stdin and stdout, and when
 * stdin ends it ends, and with it, by the kernel, everything else in the container.
 */
function main(): void {
	// Nothing that a command does may take the guest down; what is broken shows on stderr, which the host logs.
	process.on('uncaughtException', complain);
	process.setgroups?.([]);

	// process.stdout would block the whole guest while the host does not read.
	const output = new Socket({ fd: 1, readable: false, writable: true });
	const transport = createLineTransport(process.stdin, output);
	const calls = createRunningCalls();
	const harness = import.meta.dirname;
	let isAlone = true;
	const processes = createOpenProcesses({
		send: (note) => transport.send(toMessage(note)),
		isAlone: () => isAlone,
	});
	const jobs = createKeptJobs(processes.trees);
	const asForge = createQueue();
	const lanes = toolLanes();
	const inTurn = createTurns();
	const acting = [
		createBash(jobs),
		createReadFile(),
		createWriteFile(),
		createEditFile(),
		createListFiles(),
		createSearchFiles(),
		createRunTool(harness, lanes, inTurn),
		createCheckTool(harness, asForge),
		createTryTool(harness, lanes),
		createWatchScript(harness, lanes, inTurn),
		createResolvePackages(asForge),
		createInstallPackages(asForge),
		createUsePackages(),
		createReadDocument(harness),
		createViewPicture(harness),
	];
	const tools = [
		...acting.map((tool) =>
			noting(tool, () => {
				isAlone = false;
			}),
		),
		createProcessOpen(processes),
		createProcessClose(processes),
		createSweep(calls, jobs),
		createWarmUp(),
	];
	const afterCall = () => {
		if (jobs.none()) waitingShell.prepare();
	};
	const server = createGuestServer({ tools, calls, isCongested: transport.isCongested, afterCall });
	server.fallbackNotificationHandler = async (message) => {
		if (isProcessNote(message)) processes.take(readNote(message));
	};
	server.onerror = complain;
	server.onclose = () => process.exit(0);
	void server.connect(transport);
}

/** A tool, of whose calls somebody is told. */
function noting(tool: GuestTool, note: () => void): GuestTool {
	return {
		...tool,
		call(raw, call) {
			note();
			return tool.call(raw, call);
		},
	};
}

function complain(error: unknown): void {
	try {
		process.stderr.write(`${String(error).slice(0, 500)}\n`);
	} catch {
		// Nobody listens there any more.
	}
}

main();
