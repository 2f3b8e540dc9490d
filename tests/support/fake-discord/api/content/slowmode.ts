import { timeOf } from '../../clock.ts';
import { type Channel, messagesIn, type World } from '../../world.ts';
import { refusal } from '../api-error.ts';
import { can } from './places.ts';

/** Throws 20016, a 429 with how long to wait. */
export function requireSlowmode(world: World, channel: Channel): void {
	const left = leftOf(world, channel);
	if (left <= 0 || mayBypass(world, channel)) return;
	const seconds = left / 1000;
	throw refusal(20016, {
		body: { retry_after: seconds, global: false },
		headers: { 'Retry-After': String(Math.ceil(seconds)) },
	});
}

/** https://docs.discord.com/developers/topics/permissions: who may bypass; the first two did so before. */
function mayBypass(world: World, channel: Channel): boolean {
	return (['ManageMessages', 'ManageChannels', 'BypassSlowmode'] as const).some((one) => can(world, channel, one));
}

function leftOf(world: World, { id, slowmode }: Channel): number {
	if (slowmode === 0) return 0;
	const last = messagesIn(world, id).findLast(({ author, interaction }) => author === world.bot && !interaction);
	return last ? timeOf(last.id) + slowmode * 1000 - world.clock.now() : 0;
}
