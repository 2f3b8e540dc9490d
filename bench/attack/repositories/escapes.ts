/** How somebody prepares a folder with a repository, and what shows that it has worked. */
export interface Escape {
	readonly name: string;
	readonly tried: string;
	readonly holds: string;
	/** A script of `sh` in the folder, where git works. */
	readonly prepare: (ground: EscapeGround) => string;
	/** In what the server has afterwards, or in what people were shown; where it is not told, that a program of its own has run on the host. */
	readonly lands?: (found: Landed) => string | undefined;
}

export interface EscapeGround {
	/** A command of `sh` that leaves a mark on the host. */
	readonly touch: string;
	/** Another repository of this host: its folder of objects, and a file in it. */
	readonly other: { readonly objects: string; readonly blob: string };
	/** Of the server. */
	readonly url: string;
}

export interface Landed {
	/** Refs and objects of the server, as text. */
	readonly server: string;
	/** The differences that were shown before anything was pushed. */
	readonly shown: string;
	/** Main is where it was. */
	readonly mainIsWhole: boolean;
}

const secretWord = 'AKIAQ3EHZ7LTW5XKMB2D';
export const otherWord = 'a-file-of-another-place-7c1e';
const evilWord = 'evil-line-of-code';

const nothingRan = 'nothing of it runs on the host';
const program = (path: string, touch: string) => `printf '#!/bin/sh\\n${touch}\\ncat\\n' >${path}; chmod 755 ${path}`;
const has = (word: string, what: string) => (found: Landed) => (found.server.includes(word) ? what : undefined);

/** All that `.git` of a folder can have git run, and what runs it. */
const running: readonly Escape[] = [
	{
		name: 'hooks',
		tried: 'hooks in .git/hooks',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`mkdir -p .git/hooks; for one in pre-commit post-commit pre-push reference-transaction; do ${program('.git/hooks/$one', touch)}; done; echo a >a.txt`,
	},
	{
		name: 'hooks-path',
		tried: 'core.hooksPath, to a folder of the tree',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`git config core.hooksPath hooks; mkdir hooks; ${program('hooks/pre-commit', touch)}; echo a >a.txt`,
	},
	{
		name: 'fsmonitor',
		tried: 'core.fsmonitor',
		holds: nothingRan,
		prepare: ({ touch }) => `git config core.fsmonitor '${touch}; false'; echo a >a.txt`,
	},
	{
		name: 'ssh-command',
		tried: 'core.sshCommand, and a remote by ssh',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`git config core.sshCommand '${touch};'; git config remote.origin.url ssh://git@127.0.0.1:1/acme/app; echo a >a.txt`,
	},
	{
		name: 'remote-program',
		tried: 'a remote that is a program (ext::)',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`git config protocol.ext.allow always; git config remote.origin.url "ext::sh -c ${touch.replaceAll(' ', '% ')}"; echo a >a.txt`,
	},
	{
		name: 'credential-helper',
		tried: 'credential.helper, which is asked for the key',
		holds: nothingRan,
		prepare: ({ touch, url }) =>
			`git config credential.helper '!${touch};'; git config remote.origin.url ${url}; echo a >a.txt`,
	},
	{
		name: 'signing-program',
		tried: 'gpg.program and commit.gpgSign',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`${program('sign', touch)}; git config gpg.program ./sign; git config commit.gpgSign true; echo a >a.txt`,
	},
	{
		name: 'filter',
		tried: 'a filter by .gitattributes',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`git config filter.x.clean '${touch}; cat'; echo '* filter=x' >.gitattributes; echo a >a.txt`,
	},
	{
		name: 'textconv',
		tried: 'a program that makes text of files (textconv), by .gitattributes',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`git config diff.x.textconv '${touch}; cat'; echo '* diff=x' >.gitattributes; echo a >a.txt`,
	},
	{
		name: 'external-diff',
		tried: 'diff.external',
		holds: nothingRan,
		prepare: ({ touch }) => `git config diff.external '${touch};'; echo a >a.txt`,
	},
	{
		name: 'included-configuration',
		tried: 'a configuration in the tree, by include.path',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`git config include.path ../more; printf '[core]\\n\\tfsmonitor = "${touch}; false"\\n' >more`,
	},
	{
		name: 'dot-git-file',
		tried: '.git as a file that names a repository in the tree, with hooks',
		holds: nothingRan,
		prepare: ({ touch }) =>
			`mv .git kept; echo 'gitdir: kept' >.git; mkdir -p kept/hooks; ${program('kept/hooks/pre-commit', touch)}; echo a >a.txt`,
	},
];

const commit = 'git -c user.name=Mallory -c user.email=mallory@example.org commit -q';

/** All that stands in the repository of a folder and is more, or other, than the files in it. */
const pushed: readonly Escape[] = [
	{
		name: 'alternates',
		tried: 'objects of another place’s repository, by .git/objects/info/alternates',
		holds: 'what is pushed has nothing of them',
		prepare: ({ other }) =>
			`mkdir -p .git/objects/info; echo '${other.objects}' >.git/objects/info/alternates
tree=$(printf '100644 blob ${other.blob}\\tstolen.txt\\n' | git mktree --missing)
git update-ref HEAD $(git -c user.name=M -c user.email=m@example.org commit-tree $tree -p HEAD -m x); echo a >a.txt`,
		lands: has(otherWord, 'it is on the server'),
	},
	{
		name: 'secret-in-middle',
		tried: 'a key in a commit of the sandbox’s, which a later one takes out again',
		holds: 'no object of the server’s has it: the final tree alone is pushed',
		prepare: () =>
			`echo 'key = "${secretWord}"' >key.py; git add -A; ${commit} -m one; git rm -q key.py; ${commit} -m two; echo a >a.txt`,
		lands: has(secretWord, 'it is on the server'),
	},
	{
		name: 'secret-in-tree',
		tried: 'a key in the final tree',
		holds: 'nothing is pushed',
		prepare: () => `echo 'aws_access_key_id = "${secretWord}"' >key.py`,
		lands: has(secretWord, 'it is on the server'),
	},
	{
		name: 'forged-author',
		tried: 'commits of the sandbox’s in the names of others, author and committer',
		holds: 'the one commit that is pushed is in ours',
		prepare: () =>
			`echo a >a.txt; git add -A; GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=boss@example.org ${commit} --author='Ada <boss@example.org>' -m one; echo b >b.txt`,
		lands: has('boss@example.org', 'the server has a commit of hers'),
	},
	{
		name: 'forged-configuration',
		tried: 'user.name and user.email of another in .git/config',
		holds: 'the commit is in ours',
		prepare: () => `git config user.name Ada; git config user.email boss@example.org; echo a >a.txt`,
		lands: has('boss@example.org', 'the server has a commit of hers'),
	},
	{
		name: 'push-to-main',
		tried: 'remote.origin.push, which sends the branch to main by force',
		holds: 'main is where it was',
		prepare: () => `git config remote.origin.push +refs/heads/work:refs/heads/main; echo a >a.txt`,
		lands: ({ mainIsWhole }) => (mainIsWhole ? undefined : 'main was moved'),
	},
	{
		name: 'replaced-commit',
		tried: 'an object that is replaced (git replace), so that what is shown is not what is pushed',
		holds: 'what is pushed was shown',
		prepare:
			() => `evil=$(echo ${evilWord} | git hash-object -w --stdin); good=$(echo good | git hash-object -w --stdin)
git replace $evil $good; echo ${evilWord} >a.txt`,
		lands: unseen,
	},
	{
		name: 'hidden-by-attributes',
		tried: 'differences that .gitattributes hides (-diff)',
		holds: 'what is pushed was shown',
		prepare: () => `echo '* -diff' >.gitattributes; echo ${evilWord} >a.txt`,
		lands: unseen,
	},
	{
		name: 'submodule-option',
		tried: 'a submodule in .gitmodules whose address is an option (-u)',
		holds: 'nothing is pushed',
		prepare: () => `printf '[submodule "x"]\\n\\tpath = x\\n\\turl = -u./payload\\n' >.gitmodules; echo a >payload`,
		lands: has('-u./payload', 'it is on the server'),
	},
	{
		name: 'nested-repository',
		tried: 'a repository in the repository',
		holds: 'no submodule of it is pushed',
		prepare: () => `git init -q sub; (cd sub; echo a >a; git add a; ${commit} -m one); echo a >a.txt`,
		lands: ({ server }) => (/^160000 commit/m.test(server) ? 'the server has a submodule' : undefined),
	},
	{
		name: 'link-out',
		tried: 'a link to a file of whoever checks it out',
		holds: 'nothing is pushed',
		prepare: () => 'ln -s /etc/shadow a.txt',
		lands: has('/etc/shadow', 'it is on the server'),
	},
];

function unseen({ server, shown }: Landed): string | undefined {
	return server.includes(evilWord) && !shown.includes(`+${evilWord}`) ? 'it was pushed and not shown' : undefined;
}

export const escapes: readonly Escape[] = [...running, ...pushed];
