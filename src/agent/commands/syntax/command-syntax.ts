import type { Thread } from '../../../chat/thread.ts';
import { type CommandsByPlatform, commandsOf } from './platform-commands.ts';

/** A command, with or without its arguments, as people give it in a thread. */
export type Spell = (usage: string, thread: Pick<Thread, 'platform'>) => string;

/** Spells commands as the platforms state that they are given. Pure. */
export function createSpell(platforms: CommandsByPlatform): Spell {
	return (usage, thread) => `${commandsOf(platforms, thread).before}${usage}`;
}
