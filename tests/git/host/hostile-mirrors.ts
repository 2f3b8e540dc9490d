/** A mirror that somebody has put something into. */
export interface Prepared {
	/** Added to its files; those of `config` come after what it says. */
	readonly files: Readonly<Record<string, string>>;
	/** By which it runs a program, in the git of anybody. */
	readonly command: readonly string[];
}

interface Mirror {
	readonly dir: string;
	/** Two commits, which differ in one file. */
	readonly one: string;
	readonly two: string;
	/** A command that leaves a mark. */
	readonly touch: string;
}

/** In front of the credentials' helper. */
export const asked = 'protocol=https\nhost=git.example.org\n\n';

/** All that runs a program, each by its words in a title. */
export const hostile: Readonly<Record<string, (mirror: Mirror) => Prepared>> = {
	'an alias': ({ touch }) => ({ files: { config: `[alias]\n\tgo = "!${touch}"\n` }, command: ['go'] }),
	'a command for ssh': ({ touch }) => ({
		files: { config: `[core]\n\tsshCommand = "${touch}"\n` },
		command: ['ls-remote', 'ssh://git@127.0.0.1:1/a'],
	}),
	'a proxy of the git protocol': ({ dir, touch }) => ({
		files: { config: `[core]\n\tgitProxy = ${dir}/evil\n`, evil: `#!/bin/sh\n${touch}\n` },
		command: ['ls-remote', 'git://127.0.0.1:1/a'],
	}),
	'a watcher of files': ({ dir, two, touch }) => ({
		files: {
			config: `[core]\n\tfsmonitor = "${touch}"\n\tbare = false\n\tworktree = ${dir}/refs\n`,
			HEAD: `${two}\n`,
		},
		command: ['status'],
	}),
	'a hook': ({ one, touch }) => ({
		files: { 'hooks/reference-transaction': `#!/bin/sh\n${touch}\n` },
		command: ['update-ref', 'refs/threadsmith/x', one],
	}),
	'a folder of hooks elsewhere': ({ dir, one, touch }) => ({
		files: { config: `[core]\n\thooksPath = ${dir}/else\n`, 'else/reference-transaction': `#!/bin/sh\n${touch}\n` },
		command: ['update-ref', 'refs/threadsmith/x', one],
	}),
	'a configuration that is included': ({ touch }) => ({
		files: { config: '[include]\n\tpath = more\n', more: `[alias]\n\tgo = "!${touch}"\n` },
		command: ['go'],
	}),
	'a configuration of the work tree': ({ touch }) => ({
		files: {
			config: '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n',
			'config.worktree': `[core]\n\tsshCommand = "${touch}"\n`,
		},
		command: ['ls-remote', 'ssh://git@127.0.0.1:1/a'],
	}),
	'a program for differences, by attributes': ({ one, two, touch }) => ({
		files: { config: `[diff "evil"]\n\tcommand = "${touch}"\n`, 'info/attributes': '* diff=evil\n' },
		command: ['diff', one, two],
	}),
	'a program that makes text of files, by attributes': ({ one, two, touch }) => ({
		files: { config: `[diff "evil"]\n\ttextconv = "${touch}"\n`, 'info/attributes': '* diff=evil\n' },
		command: ['diff', one, two],
	}),
	'a filter, by attributes': ({ two, touch }) => ({
		files: { config: `[filter "evil"]\n\tsmudge = "${touch}"\n`, 'info/attributes': '* filter=evil\n' },
		command: ['cat-file', '--filters', `${two}:a.txt`],
	}),
	'a program for all differences': ({ one, two, touch }) => ({
		files: { config: `[diff]\n\texternal = "${touch}"\n` },
		command: ['diff', one, two],
	}),
	'a program that signs': ({ dir, one, touch }) => ({
		files: { config: `[gpg]\n\tprogram = ${dir}/evil\n`, evil: `#!/bin/sh\n${touch}\n` },
		command: ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit-tree', '-S', '-m', 'x', `${one}^{tree}`],
	}),
	'a helper for credentials': ({ touch }) => ({
		files: { config: `[credential]\n\thelper = "!${touch}"\n` },
		command: ['credential', 'fill'],
	}),
};
