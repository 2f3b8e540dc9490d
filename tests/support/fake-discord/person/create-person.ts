import { userOf, type World } from '../world.ts';
import type { Person } from './person.ts';
import { createUsing } from './use.ts';
import { createWriting } from './write.ts';

export function createPerson(world: World, user: string): Person {
	const { id } = userOf(world, user);
	return { id, mention: `<@${id}>`, ...createWriting(world, id), ...createUsing(world, id) };
}
