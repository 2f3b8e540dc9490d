import { spawn } from 'node:child_process';

/** How many of a child's last lines are kept for the message when it fails. */
const keptLines = 25;

/** Children that are alive, so that Ctrl-C can end them. */
const children = new Set();

let isEnding = false;

/**
 * Runs a program and resolves with its exit code, standard output and last lines (both streams, for error messages).
 * A program that cannot be started resolves too, with code 127. Never rejects.
 *
 * `onLine(line, child)` hears each line as it comes; `signal` ends the program with SIGTERM.
 */
export const run = (command, args, { cwd, env, input, onLine, signal } = {}) =>
	new Promise((resolve) => {
		if (isEnding) return resolve({ code: 130, stdout: '', tail: '' });
		const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, signal });
		const heard = listen(child, onLine);
		const finish = (code) => {
			children.delete(child);
			resolve({ code, stdout: heard.stdout(), tail: heard.tail() });
		};
		children.add(child);
		child.once('error', (error) => {
			heard.add(error.message);
			finish(127);
		});
		child.once('close', (code, signal) => finish(code ?? signal));
		child.stdin.on('error', () => {});
		child.stdin.end(input);
	});

/** Ends every program that {@link run} started and that is still alive, and starts no more. */
export const endChildren = (signal) => {
	isEnding = true;
	for (const child of children) child.kill(signal);
};

const listen = (child, onLine) => {
	const lines = [];
	let stdout = '';
	const add = (line) => {
		if (line.trim() === '') return;
		lines.push(line);
		if (lines.length > keptLines) lines.shift();
		onLine?.(line, child);
	};
	child.stdout.setEncoding('utf8').on('data', (text) => {
		stdout += text;
	});
	for (const stream of [child.stdout, child.stderr]) eachLine(stream, add);
	return { add, stdout: () => stdout, tail: () => lines.join('\n') };
};

const eachLine = (stream, add) => {
	let rest = '';
	stream.setEncoding('utf8').on('data', (text) => {
		const parts = (rest + text).split(/\r\n|\n|\r/);
		rest = parts.pop() ?? '';
		for (const line of parts) add(line);
	});
	stream.once('end', () => add(rest));
};
