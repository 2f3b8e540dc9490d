import { type Attack, type Family, refused, type Trial } from '../attack.ts';
import { tryInBot, typeInTerminal } from '../range/bot-ground.ts';

/** What code in the bot's own process tries, and what must hold; the tries are in `bench/parts/bot-attack-child.ts`. */
const tries: readonly (readonly [name: string, tried: string, holds: string])[] = [
	['bot-shadow', 'reading /etc/shadow', 'permission denied'],
	['bot-closed-folder', 'reading what lies beside the bot’s folders in a folder that is closed to it', 'not there'],
	['bot-closed-list', 'listing such a folder', 'nothing is in it but what is shown'],
	['bot-closed-by-cwd', 'reading it through the working folder', 'not there'],
	['bot-dot-env', 'reading the file .env', 'permission denied'],
	['bot-write-program', 'changing the program that root starts next', 'a read-only file system'],
	['bot-plant-program', 'planting a package in it', 'a read-only file system'],
	['bot-write-cache', 'planting code among that which root has compiled', 'a read-only file system'],
	['bot-swap-cache', 'a link in its place', 'a read-only file system'],
	['bot-helper-memory', 'opening the memory of root’s process', 'permission denied'],
	['bot-helper-environment', 'reading its environment', 'permission denied'],
	['bot-helper-descriptors', 'taking its descriptors', 'permission denied'],
	['bot-helper-trace', 'tracing it (ptrace)', 'EPERM'],
	['bot-helper-signal', 'signalling it', 'EPERM'],
	['bot-podman-socket', 'connecting to Podman’s socket', 'permission denied'],
	['bot-other-slots', 'listing the sandboxes of another data folder', 'permission denied'],
	['bot-setuid', 'setuid(0) and seteuid(0)', 'EPERM'],
	['bot-groups', 'taking on root’s group', 'EPERM'],
	['bot-setuid-program', 'a program that is setuid root', 'runs as the bot’s user'],
	['bot-su', 'su to root', 'refused'],
	['bot-mount', 'mounting a file system', 'refused'],
	['bot-device', 'making the host’s first disk', 'EPERM'],
	['bot-chown', 'giving a file of its own to root', 'EPERM'],
	['bot-capability', 'a capability that is left to be had', 'none in the bounding set'],
];

/** A plain user's bot has nothing of root's to be parted from. */
const undivided: Trial = {
	attack: refused('there is no root'),
	control: { ...refused('no process of root’s'), absent: true },
};

let made: ReturnType<typeof tryInBot> | undefined;

function attackOf([name, tried, holds]: (typeof tries)[number]): Attack {
	return {
		name,
		tried: `code in the bot’s process: ${tried}`,
		holds,
		pace: 'quick',
		run: ({ signal }) => trialOf(name, signal),
	};
}

/** One process makes them all. */
async function trialOf(name: string, signal: AbortSignal): Promise<Trial> {
	if (process.geteuid?.() !== 0) return undivided;
	made ??= tryInBot(signal);
	const { attack, control } = await made;
	const [one, other] = [attack[name], control[name]];
	if (!one || !other) throw new Error(`the bot's process did not try "${name}"`);
	return { attack: one, control: other };
}

/** Root's shell reads its terminal again once the bot is gone. Kernels with `dev.tty.legacy_tiocsti` off let nobody do it. */
const terminalInput: Attack = {
	name: 'bot-terminal-input',
	tried: 'code in the bot’s process: typing into root’s terminal (TIOCSTI)',
	holds: 'EPERM: it is not its terminal',
	pace: 'slow',
	async run() {
		if (process.geteuid?.() !== 0) return undivided;
		return await typeInTerminal();
	},
};

export const botProcess: Family = {
	title: 'Code in the bot’s own process',
	attacks: [...tries.map(attackOf), terminalInput],
};
