import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSshServer, whyNoSsh } from '../../support/git-server/ssh-server.ts';
import { openWholeWay } from './whole-way.ts';

if (whyNoSsh !== undefined) process.stdout.write(`tests over ssh are skipped: ${whyNoSsh}\n`);

const opens = { calls: [{ name: 'open_repository', args: { repository: 'acme/app' } }] };
const mends = {
	calls: [{ name: 'bash', args: { command: "sed -i 's/a - b/a + b/' /workspace/app/add.py" } }],
};
const proposes = {
	calls: [
		{
			name: 'propose_changes',
			args: { repository: 'acme/app', title: 'Add instead of subtracting', description: 'It has subtracted.' },
		},
	],
};

/** A server of ssh, the address of the repository there, and the id of the credential that a text tells of. */
async function openOverSsh(replies: Parameters<typeof openWholeWay>[0]['replies']) {
	const at = await openWholeWay({ replies, overSsh: true });
	const { ssh } = at;
	if (!ssh) throw new Error('There is no server of ssh');
	return { ...at, ssh, over: `ssh://${ssh.login}@127.0.0.1:${ssh.port}/acme/app` };
}

const idIn = (text: string) => /c-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

describe.skipIf(whyNoSsh !== undefined)('a repository over ssh', () => {
	it('comes in by a deploy key, and goes out as a branch', { timeout: 120_000 }, async () => {
		const again = [opens, { text: 'Not now.' }];
		await using at = await openOverSsh([opens, mends, proposes, { text: 'There it is.' }, ...again]);
		expect(await at.addDeployKey(at.ssh.key, at.ssh.hostKey)).toMatch(/^Kept c-[0-9a-f]{12} for acme\/app/);
		expect(await at.command(`/repo add ${at.over}`)).toContain('Its default branch is `main`, with 3 files');
		await at.say('add() is wrong in acme/app');
		const [question] = at.questions();
		expect(question?.text).toContain('+    return a + b');
		expect([...(await at.branches()).keys()]).toEqual(['main']);
		await at.answer(question?.answer.kind === 'choices' ? (question.answer.choices[0] ?? '') : '');
		const branches = [...(await at.branches()).keys()];
		expect(branches).toEqual(['main', expect.stringMatching(/^threadsmith\/add-instead-of-subtracting-/)]);
		expect(await at.repository.git('show', `${branches[1]}:add.py`)).toContain('a + b');
		expect(at.result()?.text).toContain(`Pushed to the branch ${branches[1]}`);
		await at.ssh[Symbol.asyncDispose]();
		await using moved = await startSshServer({ ...at.sshd, port: at.ssh.port, isMoved: true });
		await at.say('what is new there?');
		expect(at.result()?.text).toContain('127.0.0.1 has another host key than the one that was given for it');
		expect(moved.log()).not.toMatch(/Accepted|Failed publickey|Postponed/);
	});

	it('is opened by no key of another place, and by none whose server is another one', {
		timeout: 120_000,
	}, async () => {
		await using at = await openOverSsh([]);
		const strange = idIn(await at.addDeployKey(at.ssh.key, at.ssh.hostKey, 'slack:T1'));
		expect(await at.command(`/repo add ${at.over} --credential ${strange}`)).toContain(
			`There is no credential ${strange}`,
		);
		expect(await at.command(`/repo add ${at.over}`)).toMatch(/^Nothing was opened: .*host key/);
		await at.addDeployKey(at.ssh.key, at.ssh.otherHostKey);
		const another = 'Nothing was opened: 127.0.0.1 has another host key than the one that was given for it';
		expect(await at.command(`/repo add ${at.over}`)).toContain(another);
		expect(at.ssh.log()).not.toMatch(/Accepted|Failed publickey|Postponed/);
		await at.addDeployKey(at.ssh.otherKey, at.ssh.hostKey);
		expect(await at.command(`/repo add ${at.over}`)).toBe('Nothing was opened: 127.0.0.1 did not take the deploy key.');
		expect(await at.command('/repo list')).toContain('No repository is opened here');
		expect((await readdir(join(at.home, 'repos'))).filter((name) => name.startsWith('r-'))).toEqual([]);
	});
});
