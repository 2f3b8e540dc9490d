import { expect, it } from 'vitest';
import { files, openWholeWay, token } from './whole-way.ts';

const opens = { calls: [{ name: 'open_repository', args: { repository: 'acme/app' } }] };
const mends = {
	calls: [
		{
			name: 'bash',
			args: {
				command:
					"sed -i 's/a - b/a + b/' /workspace/app/add.py && mkdir /workspace/app/build && touch /workspace/app/build/x",
			},
		},
	],
};
const proposes = {
	calls: [
		{
			name: 'propose_changes',
			args: { repository: 'acme/app', title: 'Add instead of subtracting', description: '`add` has subtracted.' },
		},
	],
};
const wholeWay = [opens, mends, proposes, { text: 'There it is.' }];

it.each([
	['gitea', { title: 'WIP: Add instead of subtracting' }],
	['github', { title: 'Add instead of subtracting', isDraft: true }],
] as const)(
	'%s: a repository comes in, and goes out as one pull request when somebody says so',
	{ timeout: 120_000 },
	async (kind, draft) => {
		await using at = await openWholeWay({ replies: wholeWay, kind });
		expect(await at.addCredential()).toMatch(/^Kept c-[0-9a-f]{12} for acme\/app on 127\.0\.0\.1:\d+, in local alone/);
		const told = await at.command(`/repo add ${at.address}${kind === 'github' ? ' --kind github' : ''}`);
		expect(told).toContain('Its default branch is `main`, with 3 files');
		expect(told).toMatch(/Pull requests are opened by c-[0-9a-f]{12}\./);
		await at.command('/repo test acme/app python3 test_add.py');
		await at.say('add() is wrong in acme/app');
		const [question] = at.questions();
		expect(question?.text).toContain('✅ Tests passed');
		expect(question?.text).toContain('-    return a - b\n+    return a + b');
		const before = await at.branches();
		expect([...before.keys()]).toEqual(['main']);
		expect(at.host.pulls('acme/app')).toEqual([]);
		await at.answer('Open pull request');
		const [pull, ...others] = at.host.pulls('acme/app');
		expect(others).toEqual([]);
		expect(pull).toMatchObject({ base: 'main', by: 'smith', state: 'open', ...draft });
		const after = await at.branches();
		const branch = pull?.head.branch ?? '';
		expect(branch).toMatch(/^threadsmith\/add-instead-of-subtracting-[0-9a-f]{6}$/);
		expect([...after.keys()]).toEqual(['main', branch]);
		expect(after.get('main')).toBe(before.get('main'));
		const git = at.repository.git;
		expect(await git('log', '--format=%an <%ae> %cn', `main..${branch}`)).toBe(
			'Threadsmith <threadsmith@localhost.invalid> Threadsmith',
		);
		expect(await git('diff', '--name-only', 'main', branch)).toBe('add.py');
		expect(await git('show', `${branch}:add.py`)).toBe(String(files['add.py']).replace('a - b', 'a + b').trimEnd());
		expect(at.result()).toMatchObject({ ok: true });
		expect(JSON.stringify([at.brain.requests, at.platform.posts])).not.toContain(token);
	},
);

it('a test that fails is told, and what is dropped is pushed nowhere', { timeout: 120_000 }, async () => {
	await using at = await openWholeWay({
		replies: [
			opens,
			{ calls: [{ name: 'bash', args: { command: 'echo "# more" >>/workspace/app/add.py' } }] },
			proposes,
			{ text: 'Well.' },
		],
	});
	await at.addCredential();
	await at.command(`/repo add ${at.address}`);
	await at.command('/repo test acme/app python3 test_add.py');
	await at.say('mend it');
	expect(at.questions()[0]?.text).toContain('❌ Tests failed');
	expect(at.questions()[0]?.text).toContain('2 and 3 are not 5');
	await at.answer('Drop');
	expect([...(await at.branches()).keys()]).toEqual(['main']);
	expect(at.host.pulls('acme/app')).toEqual([]);
	expect(at.server.seen.some(({ url }) => url.includes('git-receive-pack'))).toBe(false);
});

const edits = (command: string) => ({ calls: [{ name: 'bash', args: { command } }] });

it('what the set-up makes is there for the Brain and for the test, and goes out nowhere', {
	timeout: 120_000,
}, async () => {
	const replies = [
		opens,
		edits('cat /workspace/app/build/ready && echo "# more" >>/workspace/app/add.py'),
		proposes,
		{ text: 'So.' },
	];
	await using at = await openWholeWay({ replies });
	await at.addCredential();
	await at.command(`/repo add ${at.address}`);
	await at.command('/repo setup acme/app mkdir -p build && echo made-by-set-up >build/ready');
	await at.command('/repo test acme/app grep made-by-set-up build/ready');
	await at.say('look');
	const results = at.brain.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'));
	expect(JSON.stringify(results)).toContain('made-by-set-up');
	expect(at.questions()[0]?.text).toContain('✅ Tests passed');
	await at.answer('Open pull request');
	const [pull] = at.host.pulls('acme/app');
	expect(await at.repository.git('diff', '--name-only', 'main', pull?.head.branch ?? '')).toBe('add.py');
});

it('what is changed afterwards goes on top of the pull request that is open', { timeout: 120_000 }, async () => {
	const again = [edits('echo "# more" >>/workspace/app/add.py'), proposes, { text: 'On top.' }];
	await using at = await openWholeWay({ replies: [...wholeWay, ...again] });
	await at.addCredential();
	await at.command(`/repo add ${at.address}`);
	await at.say('add() is wrong in acme/app');
	await at.answer('Open pull request');
	const [pull] = at.host.pulls('acme/app');
	const branch = pull?.head.branch ?? '';
	const first = (await at.branches()).get(branch);
	await at.say('address them');
	expect((await at.branches()).get(branch)).toBe(first);
	await at.answer('Push to pull request #1');
	expect(at.host.pulls('acme/app')).toHaveLength(1);
	expect(await at.repository.git('rev-list', '--count', `main..${branch}`)).toBe('2');
	expect(await at.repository.git('rev-parse', `${branch}~1`)).toBe(first);
});

it('a token that is revoked is told as that, and nothing is lost', { timeout: 120_000 }, async () => {
	await using at = await openWholeWay({ replies: wholeWay });
	await at.addCredential();
	await at.command(`/repo add ${at.address}`);
	await at.say('add() is wrong in acme/app');
	at.tokens.clear();
	await at.answer('Open pull request');
	expect(at.result()).toMatchObject({ ok: false });
	expect(JSON.stringify(at.result())).not.toContain(token);
	expect([...(await at.branches()).keys()]).toEqual(['main']);
	expect(await at.command(`/repo add ${at.address}`)).toMatch(/^Nothing was opened: .*(?:credential|token)/);
});
