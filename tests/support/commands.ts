import type { Inbound } from '../../src/chat/inbound.ts';
import type { Person, Thread } from '../../src/chat/thread.ts';
import { inbound, message, type Workbench } from './workbench.ts';

export const bo: Person = { id: 'slack:T1/U2', name: 'Bo' };
export const cy: Person = { id: 'slack:T1/U3', name: 'Cy' };

/** Who says something where, when it is not the one person in the one thread. */
export interface Saying {
	readonly person?: Person;
	readonly thread?: Thread;
}

export function command(line: string, by: Saying = {}): Inbound {
	const [name = '', ...words] = line.replace('/', '').split(' ');
	return { ...inbound('command', { name, args: words.join(' ') }), ...by };
}

export function said(text: string, by: Saying = {}): Inbound {
	return { ...message(text), ...by };
}

/** Gives a command and answers what was said to it. */
export async function ask(bench: Workbench, line: string, by: Saying = {}): Promise<string> {
	await bench.say(command(line, by));
	return bench.platform.posts.at(-1) ?? '';
}
