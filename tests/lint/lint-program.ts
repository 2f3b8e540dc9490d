/** Stands in for ruff where the linter's thread has to hang, to leave or to talk nonsense; finds each source in itself. */

import { parentPort } from 'node:worker_threads';

parentPort?.on('message', (source: string) => {
	if (source === 'hang') for (;;);
	if (source === 'leave') process.exit(0);
	if (source === 'nonsense') return parentPort?.postMessage('nonsense');
	parentPort?.postMessage([{ code: 'X1', line: 1, message: source }]);
});
parentPort?.postMessage('ready');
