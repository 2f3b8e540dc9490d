import type { Family } from '../attack.ts';
import { escapes } from '../repositories/escapes.ts';
import { floodAttacks } from '../repositories/floods.ts';
import { keyAttacks } from '../repositories/keys.ts';
import { nameAttacks } from '../repositories/names.ts';
import { placeAttacks } from '../repositories/places.ts';
import { reachAttacks } from '../repositories/reach.ts';
import { escapeAttack } from '../repositories/run-escape.ts';
import { textAttacks } from '../repositories/texts.ts';

/** Git on the host, whose server, mirrors and pushes are real: what a sandbox, another place or a server could do by way of it. */
export const repositories: Family = {
	title: 'Repositories',
	attacks: [
		...keyAttacks,
		...placeAttacks,
		...reachAttacks,
		...escapes.map(escapeAttack),
		...nameAttacks,
		...textAttacks,
		...floodAttacks,
	],
};
