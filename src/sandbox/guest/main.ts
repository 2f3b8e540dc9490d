import { Socket } from 'node:net';
import { createBash } from './bash.ts';
import { createCheckTool } from './check-tool.ts';
import { createEditFile } from './edit-file.ts';
import { createGuestServer } from './guest-server.ts';
import { createInstallPackages } from './install-packages.ts';
import { createLineTransport } from './line-transport.ts';
import { createListFiles } from './list-files.ts';
import { createQueue } from './queue.ts';
import { createReadFile } from './read-file.ts';
import { createResolvePackages } from './resolve-packages.ts';
import { createRunTool } from './run-tool.ts';
import { createSearchFiles } from './search-files.ts';
import { createRunningCalls, createSweep } from './sweep.ts';
import { createTryTool } from './try-tool.ts';
import { createWriteFile } from './write-file.ts';

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
	const asForge = createQueue();
	const asTool = createQueue();
	const tools = [
		createBash(),
		createReadFile(),
		createWriteFile(),
		createEditFile(),
		createListFiles(),
		createSearchFiles(),
		createRunTool(harness, asTool),
		createCheckTool(harness, asForge),
		createTryTool(harness, asTool),
		createResolvePackages(asForge),
		createInstallPackages(asForge),
		createSweep(calls),
	];
	const server = createGuestServer({ tools, calls, isCongested: transport.isCongested });
	server.onerror = complain;
	server.onclose = () => process.exit(0);
	void server.connect(transport);
}

function complain(error: unknown): void {
	try {
		process.stderr.write(`${String(error).slice(0, 500)}\n`);
	} catch {
		// Nobody listens there any more.
	}
}

main();
