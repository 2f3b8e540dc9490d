import { describe, expect, it } from 'vitest';
import { action } from '../../../src/agent/commands/command.ts';
import { ask, bo, cy, said } from '../../support/commands.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench } from '../../support/workbench.ts';

const shout = action({
	name: 'shout',
	help: 'Say a word loudly',
	arguments: [{ kind: 'word', name: 'word', help: 'the word' }],
	right: 'member',
	when: 'in-order',
	run: async ({ word }, { person, id }) => `${person.name} in ${id}: ${word.toUpperCase()}!`,
});

describe('/help', () => {
	it('lists everything that the table can do, itself first, one a line', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		const lines = (await ask(bench, '/help')).split('\n');
		const usages = lines.map((line) => /^\/(\S+(?: \S+)*) {2,}\S/.exec(line)?.[1]);
		expect(usages).toEqual([
			...[
				'help',
				'status',
				'stop',
				'steer <words>',
				'mode [wait|steer]',
				'new',
				'clear',
				'undo',
				'compact [keep]',
				'retry',
				'load [id]',
				'files',
			],
			...['tools list', 'tools show <name> [version]', 'tools versions <name>'],
			...[
				'tools rollback <name> [version]',
				'tools share <name> [version]',
				'tools drop <name> <test>',
				'memory list',
				'memory show <id>',
				'memory forget <id>',
				'memory edit <id> <text>',
				'instructions show [channel|me|place]',
				'instructions set <channel|me|place> <text>',
				'instructions clear <channel|me|place>',
				'usage [me|session|channel|place] [days]',
				'timezone [zone]',
				'notify [on|off]',
				'listen [auto|mention|all] [session|place]',
				'model [model]',
				'forget-me [yes]',
				'output',
				'quit',
				'exit',
			],
		]);
	});

	it('lists a command that was only added to the table, which then runs', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), commands: [shout] });
		expect(await ask(bench, '/help')).toMatch(/^\/shout <word> +Say a word loudly$/m);
		expect(await ask(bench, '/shout ahoy')).toBe('Ada in local-bench: AHOY!');
		expect(await ask(bench, '/shout a b')).toBe('/shout <word>: takes the word');
	});
});

describe('a command', () => {
	it.each([
		['/teleport', 'There is no command "teleport". /help lists them.'],
		['/status now', '/status: takes no arguments'],
		['/load a b', '/load [id]: takes the id of a session, or a word of its title'],
		['/mode loud', '/mode [wait|steer]: takes "wait" or "steer"'],
		['/steer', '/steer <words>: takes the words that the running turn is to be told'],
		[
			'/tools are great',
			'/tools [list|show|versions|rollback|share|drop]: takes "list", "show", "versions", "rollback", "share" or "drop"',
		],
		['/tools list all', '/tools list: takes no arguments'],
		['/tools show', '/tools show <name> [version]: takes the name of a tool and the number of a version'],
		['/tools versions sum 2', '/tools versions <name>: takes the name of a tool'],
	])('that is %j is answered with one sentence', async (line, sentence) => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		expect(await ask(bench, line)).toBe(sentence);
	});

	it('that fails is answered with why, and the session goes on', async () => {
		await using dir = await tempDir();
		const fails = { ...shout, run: () => Promise.reject(new Error('The disk is full')) };
		const brain = scriptedModel([{ text: 'here' }]);
		await using bench = openWorkbench({ home: dir.path, brain, commands: [fails] });
		expect(await ask(bench, '/shout a')).toBe('The disk is full');
		await bench.say(said('hi'));
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});

	it('is no message: the Brain is not asked', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([]);
		await using bench = openWorkbench({ home: dir.path, brain });
		for (const line of ['/help', '/status', '/files', '/tools', '/stop', '/new', '/clear', '/load'])
			await ask(bench, line);
		expect(brain.requests).toEqual([]);
	});
});

describe('the rights to a session that is Bo’s', () => {
	it.each([
		['/new', "/new is for this session's owner."],
		['/clear', "/clear is for this session's owner."],
		['/load x', "/load is for this session's owner."],
		['/stop', '/stop is for those who take part in this session.'],
	])('keep another person from %s', async (line, refusal) => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'hello' }]) });
		await bench.say(said('mine', { person: bo }));
		expect(await ask(bench, line, { person: cy })).toBe(refusal);
		expect(await ask(bench, line, { person: bo })).not.toBe(refusal);
	});

	it.each(['/help', '/status', '/files', '/tools'])('let everyone see %s', async (line) => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'hello' }]) });
		await bench.say(said('mine', { person: bo }));
		expect(await ask(bench, line, { person: cy })).not.toContain('is for');
	});

	it('let whoever has spoken stop, and an admin do everything', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'a' }, { text: 'b' }]) });
		await bench.say(said('mine', { person: bo }));
		await bench.say(said('me too', { person: cy }));
		expect(await ask(bench, '/stop', { person: cy })).toBe('Nothing is running.');
		expect(await ask(bench, '/clear', { person: cy })).toContain('owner');
		expect(await ask(bench, '/clear')).toMatch(/^Cleared/);
	});
});
