import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isExecutable, which } from './base/host.mjs';
import { projectRoot } from './base/paths.mjs';
import { run } from './base/run.mjs';

/** The Node that this runs on, and those above it. */
const wantedMajor = 24;

/**
 * The path of a Node 24 or newer: the one that came as an npm package, this process's own, or the one on the PATH.
 * Rejects when there is none, with what to do about it.
 */
export const findNode = async () => {
	const packaged = `${projectRoot}/node_modules/node-${process.platform}-${process.arch}/bin/node`;
	if (isExecutable(packaged)) return packaged;
	if (major(process.version) >= wantedMajor) return process.execPath;
	const system = which('node');
	if (system && major((await run(system, ['--version'])).stdout) >= wantedMajor) return system;
	throw new Error(`Cannot find Node ${wantedMajor}: run \`npm start\`, which fetches one, or install it`);
};

const major = (version) => Number(/^v(\d+)/.exec(version)?.[1] ?? 0);

/** Runs a program in this one's place: same streams, signals passed on, and its end is ours. */
const become = (command, args) => {
	const child = spawn(command, args, { stdio: 'inherit' });
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	child.once('error', (error) => fail(error));
	child.once('exit', (code, signal) => {
		if (signal) {
			process.removeAllListeners(signal);
			process.kill(process.pid, signal);
		} else process.exit(code);
	});
};

const fail = (error) => {
	console.error(error.message);
	process.exit(1);
};

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	await findNode().then(
		(node) => become(node, ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)]),
		fail,
	);
}
