// Run on a pseudo-terminal of its own: starts a process as the bot is started, or as a shell starts one, and that one puts a word into the terminal's
// input as if it had been typed (TIOCSTI), which root's shell would run. Prints what came of it.
import { spawnSync } from 'node:child_process';
import { botUser } from '../../src/root/bot-user.ts';
import { startBot } from '../../src/root/start-bot.ts';

const type = `import fcntl, os, termios
try:
    fcntl.ioctl(0, termios.TIOCSTI, b"x")
    print("result: typed", flush=True)
except OSError as error:
    print("result:", os.strerror(error.errno), flush=True)`;

const [how, self = import.meta.filename] = process.argv.slice(2);
if (how === 'type') spawnSync('python3', ['-c', type], { stdio: 'inherit' });
else {
	const user = await botUser(new AbortController().signal);
	const order = { user, view: [], program: self, args: ['type'], env: {} };
	if (how === 'bot') await startBot(order).gone;
	else {
		const { uid, gid } = user;
		spawnSync(process.execPath, [...process.execArgv, self, 'type'], { uid, gid, stdio: 'inherit' });
	}
}
process.exit();
