import { Socket } from 'node:net';
import { runCommandLine } from '../command-line.ts';
import { atDesk } from './desk/at-desk.ts';

// Run by root's process, as another user: the lines to it are descriptors 3 and 4.
const line = new Socket({ fd: 3 }).unref();
const desk = atDesk(new Socket({ fd: 4 }));
await runCommandLine(process.argv.slice(2), { line, desk });
