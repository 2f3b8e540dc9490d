// Code of an attacker's own in the process of the bot: tries everything once, and prints what came of it as one JSON object. Run by
// `families/bot-process.ts`, as the product starts the bot; its control runs the same as root, in namespaces that are thrown away.
import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	closeSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { BotGround, BotTries } from '../attack/range/bot-ground.ts';

const ground: BotGround = JSON.parse(process.argv[2] ?? '{}');
const { closed, program, helper, socket, slots } = ground;
const results: Record<string, BotTries[string]> = {};

/** What is thrown says that it was refused; what is answered, what was got. */
async function attempt(name: string, work: () => unknown): Promise<void> {
	try {
		results[name] = { got: true, sign: String(await work()).slice(0, 80) };
	} catch (error) {
		results[name] = { got: false, sign: signOf(error).slice(0, 80) };
	}
}

/** A program's own last words say more than that it failed. */
function signOf(error: unknown): string {
	const { code, message, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: string };
	return stderr?.trim().split('\n').at(-1) || String(code ?? message);
}

const say = (command: string, ...args: string[]) =>
	execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 5_000 }).trim();

const written = (_done: unknown) => 'written';

/** A trace of another process, by its number. */
const trace = `import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
sys.exit(0 if libc.ptrace(16, int(sys.argv[1]), 0, 0) == 0 else f"ptrace: {ctypes.get_errno()}")`;

await attempt('bot-shadow', () => `${readFileSync('/etc/shadow', 'utf8').length} bytes`);
await attempt('bot-closed-folder', () => readFileSync(join(closed, 'secret'), 'utf8'));
await attempt('bot-closed-list', () => {
	const others = readdirSync(closed).filter((name) => !['program', 'home'].includes(name));
	if (others.length === 0) throw new Error('nothing but what is shown');
	return others.join(', ');
});
await attempt('bot-closed-by-cwd', () => readFileSync(`/proc/${process.pid}/cwd/secret`, 'utf8'));
await attempt('bot-dot-env', () => readFileSync(join(program, '.env'), 'utf8'));
await attempt('bot-write-program', () => written(appendFileSync(join(program, 'src/main.ts'), '// mine\n')));
await attempt('bot-plant-program', () => written(writeFileSync(join(program, 'node_modules/zod.js'), 'mine')));
await attempt('bot-write-cache', () => writeFileSync(join(program, 'build/compile-cache/planted'), 'mine'));
await attempt('bot-swap-cache', () => symlinkSync('/etc', join(program, 'build/compile-cache/planted-link')));
await attempt('bot-helper-memory', () => {
	closeSync(openSync(`/proc/${helper}/mem`, 'r+'));
	return 'open for writing';
});
await attempt('bot-helper-environment', () => `${readFileSync(`/proc/${helper}/environ`).length} bytes`);
await attempt(
	'bot-helper-descriptors',
	() => `${readdirSync(`/proc/${helper}/fd`).map((fd) => readlinkSync(`/proc/${helper}/fd/${fd}`)).length} of them`,
);
await attempt('bot-helper-trace', () => say('python3', '-c', trace, String(helper)) || 'attached');
await attempt('bot-helper-signal', () => process.kill(helper, 0));
await attempt(
	'bot-podman-socket',
	() =>
		new Promise((resolve, reject) => {
			const socketTo = connect(socket, () => socketTo.end(() => resolve('connected')));
			socketTo.on('error', reject);
		}),
);
await attempt('bot-other-slots', () => readdirSync(slots).join(', ') || 'listed');
await attempt('bot-setuid', () => {
	process.setuid?.(0);
	process.seteuid?.(0);
	return `uid ${process.geteuid?.()}`;
});
await attempt('bot-groups', () => {
	process.setgroups?.([0]);
	return `groups ${process.getgroups?.()}`;
});
await attempt('bot-setuid-program', () => {
	const uid = say(join(closed, 'program/rooted-id'), '-u');
	if (uid !== '0') throw new Error(`uid ${uid}`);
	return `uid ${uid}`;
});
await attempt('bot-su', () => {
	const uid = say('su', '-c', 'id -u', 'root');
	if (uid !== '0') throw new Error(`uid ${uid}`);
	return `uid ${uid}`;
});
await attempt('bot-mount', () => say('mount', '-t', 'tmpfs', 'none', '/mnt') || 'mounted');
await attempt('bot-device', () => say('mknod', join(ground.own, 'disk'), 'b', '254', '0') || 'made');
await attempt('bot-chown', () => say('chown', '0:0', join(ground.own, 'mine')) || 'root’s now');
await attempt('bot-capability', () => {
	const mask = /^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
	if (!/[1-9a-f]/.test(mask)) throw new Error('none, and none to come');
	return mask;
});
process.stdout.write(`${JSON.stringify(results)}\n`);
process.exit();
