import { afterAll, beforeAll, describe } from 'vitest';
import { cannotRun, createGuestHome, type Guest, type GuestHome } from './start-guest.ts';

/** What a suite has at hand once it runs. */
export interface GuestPlace {
	home(): GuestHome;
	/** A guest that the tests of the suite share. */
	guest(): Guest;
}

/** A suite on a real guest. Skipped with the reason where it cannot run, but not in CI: there it fails. */
export function describeGuest(title: string, body: (place: GuestPlace) => void): void {
	const skip = cannotRun !== undefined && process.env['CI'] === undefined;
	describe.skipIf(skip)(skip ? `${title} (skipped: ${cannotRun})` : title, () => {
		let home: GuestHome | undefined;
		let guest: Guest | undefined;
		beforeAll(async () => {
			home = await createGuestHome();
			guest = await home.start();
		}, 30_000);
		afterAll(async () => {
			await guest?.[Symbol.asyncDispose]();
			home?.[Symbol.dispose]();
		});
		body({ home: () => required(home), guest: () => required(guest) });
	});
}

function required<Value>(value: Value | undefined): Value {
	if (value === undefined) throw new Error('The guest did not start');
	return value;
}
