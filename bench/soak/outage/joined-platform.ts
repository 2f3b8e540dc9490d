import type { FicklePlatform } from '../soak-platform.ts';

/** Several platforms as one: the first has the first `each` threads, and so on. They are away together. */
export function joinPlatforms(platforms: Readonly<Record<string, FicklePlatform>>, each: number): FicklePlatform {
	const all = Object.values(platforms);
	return {
		settings: Object.assign({}, ...all.map(({ settings }) => settings)),
		begin: async (signal) => void (await Promise.all(all.map((one) => one.begin(signal)))),
		say: async (message) => {
			const platform = all[Math.floor(message.thread / each)];
			if (!platform) throw new Error(`There is no thread ${message.thread}`);
			await platform.say({ ...message, thread: message.thread % each });
		},
		look: () => all.flatMap((one) => one.look()),
		counts: () =>
			Object.entries(platforms).flatMap(([name, one]) =>
				one.counts().map((count) => ({ ...count, name: `${name}-${count.name}` })),
			),
		away: (how) => {
			const stack = new DisposableStack();
			for (const one of all) stack.use(one.away(how));
			return stack;
		},
		[Symbol.asyncDispose]: async () => void (await Promise.all(all.map((one) => one[Symbol.asyncDispose]()))),
	};
}
