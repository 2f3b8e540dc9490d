import { expect, it } from 'vitest';
import { makeRepository } from '../../../src/demo/git-server/make-repository.ts';
import { createLfsStandIn } from '../../support/git-server/lfs-stand-in.ts';
import { openWholeWay, token } from './whole-way.ts';

const opens = { calls: [{ name: 'open_repository', args: { repository: 'acme/app' } }] };
const edits = (command: string) => ({ calls: [{ name: 'bash', args: { command } }] });
const proposes = {
	calls: [{ name: 'propose_changes', args: { repository: 'acme/app', title: 'Say more', description: 'More.' } }],
};

it('a submodule and a file of LFS that an admin allows are there for the Brain and the test, and stay as they are', {
	timeout: 120_000,
}, async () => {
	const lfs = createLfsStandIn(token);
	const replies = [
		opens,
		edits('cd /workspace/app && cat data.bin lib/lib.txt && echo "# more" >>add.py && echo x >>lib/lib.txt'),
		proposes,
		edits('cd /workspace/app && echo of-the-submodule >lib/lib.txt'),
		proposes,
		{ text: 'There.' },
	];
	await using at = await openWholeWay({ replies, beside: lfs.beside });
	const lib = await makeRepository(at.served, {
		path: 'acme/lib',
		branches: { main: [{ 'lib.txt': 'of-the-submodule\n' }] },
	});
	const pointer = lfs.add('of-the-server\n');
	const { repository } = at;
	await repository.commit('main', {
		'.gitattributes': '*.bin filter=lfs\n',
		'.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = ../lib\n',
		'data.bin': pointer,
	});
	const who = 'Ada <ada@example.org> 1700009000 +0000';
	const link = `M 160000 ${await lib.git('rev-parse', 'main')} lib\n`;
	const commit = `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 1\nx\nfrom refs/heads/main^0\n${link}\n`;
	await repository.input(['fast-import', '--quiet', '--force'], commit);
	await at.addCredential();
	await at.command(`/repo add ${at.address}`);
	await at.command('/repo test acme/app cat data.bin lib/lib.txt');
	const follow = `${at.server.url}/acme/lib,${at.address}.git/info/lfs`;
	expect(await at.command(`/repo set acme/app --follow ${follow}`)).toContain(`follows ${follow.replace(',', ', ')}`);
	await at.say('say more');
	const results = at.brain.requests
		.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'))
		.map(({ text }) => text);
	expect(results.join()).toContain('There too, and not to be changed from here: submodules: `lib`; 1 file of LFS');
	expect(results.join()).toContain('of-the-server\nof-the-submodule\n');
	expect(results.join()).toContain('"lib/lib.txt" lies in the submodule "lib", and cannot be changed from here');
	expect(at.questions()[0]?.text).toContain('✅ Tests passed');
	await at.answer('Open pull request');
	const branch = at.host.pulls('acme/app')[0]?.head.branch ?? '';
	expect(await repository.git('diff', '--name-only', 'main', branch)).toBe('add.py');
	expect(`${await repository.git('show', `${branch}:data.bin`)}\n`).toBe(pointer);
	expect(await repository.git('ls-tree', branch, 'lib')).toContain('160000 commit');
	expect(JSON.stringify([at.brain.requests, at.platform.posts])).not.toContain(token);
});
