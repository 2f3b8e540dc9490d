/** A process that takes a data folder and stays: `node home-lock-child.ts <home>`; it prints `locked`, or the refusal. */
import { operatorMessage } from '../../src/base/errors.ts';
import { lockHome } from '../../src/store/home-lock.ts';

try {
	const lock = await lockHome(process.argv[2] ?? '');
	process.stdout.write('locked\n');
	setInterval(() => lock, 1000);
} catch (error) {
	process.stdout.write(`${operatorMessage(error)}\n`);
}
