import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { buildFolder } from './paths.mjs';

const lockFile = `${buildFolder}/set-up.lock`;

let held = false;

/**
 * Holds this clone's set-up for this process until it ends; waits while another live process holds it, and calls
 * `onWait(pid)` once then. A lock whose process is dead is taken over.
 */
export const lock = async (onWait) => {
	mkdirSync(buildFolder, { recursive: true });
	for (let told = false; !held && !take(); await setTimeout(200)) {
		const pid = holder();
		if (!isAlive(pid)) rmSync(lockFile, { force: true });
		else if (!told) onWait(pid);
		told = isAlive(pid);
	}
};

const take = () => {
	const draft = `${lockFile}.${process.pid}`;
	writeFileSync(draft, String(process.pid));
	try {
		// A link appears with its content, or not at all.
		linkSync(draft, lockFile);
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	held = true;
	process.once('exit', () => rmSync(lockFile, { force: true }));
	return true;
};

const holder = () => {
	try {
		return Number(readFileSync(lockFile, 'utf8'));
	} catch {
		return 0;
	}
};

const isAlive = (pid) => {
	if (!pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
};
