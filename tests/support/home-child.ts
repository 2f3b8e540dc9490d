import { lockHome } from '../../src/store/home-lock.ts';

/** Holds the data folder that its argument names until it is killed. */
await lockHome(process.argv[2] ?? '');
process.stdout.write('held\n');
setInterval(() => {}, 60_000);
