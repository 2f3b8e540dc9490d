import type { Finding, TreeChange } from '../git.ts';
import { matcherOf } from './glob.ts';

type Protection = readonly [severity: Finding['severity'], why: string, globs: readonly string[]];

/**
 * Files that run on a code host, on the machines of those who work on a repository, or that say who looks at what. Sources: the pages on the configuration
 * of each; docs.github.com "About code owners" for the three places, docs.gitlab.com and docs.gitea.com for theirs.
 */
const protections: readonly Protection[] = [
	[
		'admin',
		'runs on the code host',
		[
			...['/.github/workflows/**', '/.github/actions/**', 'action.yml', 'action.yaml'],
			...['/.gitlab-ci.yml', '/.gitlab-ci.yaml', '*.gitlab-ci.yml', '/.gitlab/ci/**'],
			...['/.gitea/workflows/**', '/.gitea/actions/**', '/.forgejo/workflows/**', '/.forgejo/actions/**'],
			...['Jenkinsfile', 'Jenkinsfile.*', '*.jenkinsfile', '/.circleci/**', '/.buildkite/**', '/.semaphore/**'],
			...['azure-pipelines*.yml', 'azure-pipelines*.yaml', '/.azure-pipelines/**', '/.pipelines/**', '/.teamcity/**'],
			...[
				'/.travis.yml',
				'/appveyor.yml',
				'/.appveyor.yml',
				'/.drone.yml',
				'/.drone.jsonnet',
				'/.cirrus.yml',
				'/.cirrus.star',
			],
			...['/.woodpecker.yml', '/.woodpecker.yaml', '/.woodpecker/**', '/bitbucket-pipelines.yml', 'cloudbuild.yaml'],
			...[
				'/cloudbuild.yml',
				'/.builds/**',
				'/.build.yml',
				'/codemagic.yaml',
				'/buddy.yml',
				'/.tekton/**',
				'/.prow/**',
				'/.prow.yaml',
			],
		],
	],
	[
		'admin',
		'changes how the code host handles this repository',
		[
			...[
				'/.github/settings.yml',
				'/.github/dependabot.yml',
				'/.github/dependabot.yaml',
				'/.mergify.yml',
				'/.github/mergify.yml',
			],
			...[
				'/.github/renovate.json',
				'/.github/renovate.json5',
				'/renovate.json',
				'/renovate.json5',
				'/.renovaterc',
				'/.asf.yaml',
			],
		],
	],
	[
		'admin',
		'says who has to review what',
		[
			...['/CODEOWNERS', '/.github/CODEOWNERS', '/docs/CODEOWNERS'],
			...['/.gitlab/CODEOWNERS', '/.gitea/CODEOWNERS', '/.forgejo/CODEOWNERS'],
		],
	],
	[
		'admin',
		"runs as a hook of git on people's machines",
		[
			...['**/.husky/**', '**/.githooks/**', '**/.git-hooks/**', '.huskyrc*', '.overcommit.yml'],
			...[
				'lefthook.*',
				'.lefthook.*',
				'lefthook-local.*',
				'.pre-commit-config.yaml',
				'.pre-commit-config.yml',
				'.pre-commit-hooks.yaml',
			],
		],
	],
	[
		'admin',
		'changes what git does with files, or where it fetches from',
		['.gitmodules', '.gitattributes', '.lfsconfig', '.gitconfig'],
	],
	[
		'tells',
		'runs in the editors of people',
		['**/.devcontainer/**', '**/.vscode/tasks.json', '**/.vscode/settings.json', '**/.idea/**'],
	],
];

/** Those of these changes that need an admin's yes, by the repository's own globs as well; deleting counts. At most one finding a file. Pure. */
export function protectedFindings(changes: readonly TreeChange[], globs: readonly string[]): readonly Finding[] {
	const own: Protection = ['admin', 'is protected here', globs];
	// An admin's yes outranks what is only told.
	const all = [...protections, own].toSorted(([one], [other]) => Number(one === 'tells') - Number(other === 'tells'));
	const rules = all.map(([severity, why, wanted]) => ({ severity, why, isMeant: matcherOf(wanted) }));
	return changes.flatMap(({ path }) => {
		const rule = rules.find(({ isMeant }) => isMeant(path));
		return rule ? [{ severity: rule.severity, path, why: rule.why }] : [];
	});
}
