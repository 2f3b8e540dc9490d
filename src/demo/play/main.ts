import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { userMessage } from '../../base/errors.ts';
import { startPlay } from './play.ts';

const usage = `npm run play -- [--folder <folder>] [--port <port>]

Plays the models of the bot by hand. It serves an OpenAI-compatible endpoint on this machine alone; each request is written into a
folder as a file, and its answer is read from one. Start the bot in another terminal with the variables that it prints.

  --folder  where the files go (default: play/<time>, below the current folder)
  --port    default 8790; 0 takes a free one

For request 003 to the Coder there are:

  003-coder-tool_code.request.md     to read: how to answer, what is new, the tools
  003-coder-tool_code.request.json   the request as it came
  003-coder-tool_code.answer.md      write this one: the answer in plain words,
  003-coder-tool_code.answer.json    or this one: {"text": "…", "calls": [{"name": "bash", "arguments": {"command": "ls"}}]},
                                     or the very JSON where a request asks for JSON; in .answer.md its code may be
                                     a fenced block below the JSON, without escapes
  003-coder-tool_code.problem.txt    what is wrong with an answer; it is read again once it has changed

The judge is the Summarizer (FORGE_JUDGE=on): its requests end with tool_judgement. {"anyway": true, "text": …, "calls": …} is sent
unchecked, {"finish": "length"} is cut, {"error": {"status": 500}} fails. The bot waits as long as it takes. Ctrl-C ends it; the files stay.
`;

const models = ['brain', 'coder', 'summarizer'] as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function options() {
	const { values } = parseArgs({
		options: {
			folder: { type: 'string' },
			port: { type: 'string', default: '8790' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	const port = Number(values.port);
	if (!/^\d+$/.test(values.port) || port > 65_535) throw new Error('--port must be a number from 0 to 65535');
	return { ...values, port, folder: values.folder ?? join('play', timeName(new Date())) };
}

/** Sorted as the runs were, and a name on every file system. */
function timeName(at: Date): string {
	return at.toISOString().slice(0, 19).replaceAll(':', '-');
}

function beginning(url: string, folder: string): string {
	const settings = [
		`OPENAI_BASE_URL=${url} OPENAI_API_KEY=played MODEL_CALL_SECONDS=86400`,
		...models.map((model) => `${model.toUpperCase()}_MODEL=${model}`),
	];
	const below = relative('', folder);
	return `Requests go to ${below.startsWith('..') ? resolve(folder) : below || '.'}/. In another terminal:\n\n  ${settings.join(' ')} ./threadsmith\n\nCtrl-C ends this.\n`;
}

async function main(): Promise<void> {
	const { help, folder, port } = options();
	if (help) return say(usage);
	const left = Promise.withResolvers<void>();
	let open = true;
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => left.resolve());
	const tell = (line: string) => open && say(line);
	await using server = await startPlay({ folder, port, models, say: tell, keepAliveMs: 10_000 });
	say(beginning(server.url, folder));
	await left.promise;
	open = false;
	say('\nEnded. Requests that waited were cut off; the files stay.');
}

main().catch((error: unknown) => {
	process.stderr.write(`${userMessage(error)}\n`);
	process.exitCode = 1;
});
