import { formatBytes } from '../../../base/text/format-bytes.ts';
import { groupDigits } from '../../../base/text/group-digits.ts';
import { shorten } from '../../../base/text/shorten.ts';
import type { RepositoryFacts } from '../../../git/code-host/code-host.ts';
import type { Fetched } from '../../../git/git.ts';
import type { Repository, RepositoryAddress } from '../../../git/repository.ts';

/** Where a repository lies, as people write it. Pure. */
export function addressText({ scheme, login, host, port, path }: RepositoryAddress): string {
	const whose = login === undefined ? '' : `${login}@`;
	return `${scheme}://${whose}${host}${port === undefined ? '' : `:${port}`}/${path}`;
}

/** A line of a list, and one for each command that is stated. Pure. */
export function repositoryLines(repository: Repository, channel: string | undefined): readonly string[] {
	const { name, address, codeHost, credential, wishes } = repository;
	const pushes = credential === undefined ? 'reads only' : howOpened(codeHost, wishes.draft, wishes.fork);
	const facts = [pushes, whereOpened(repository, channel), ...wishWords(repository)];
	return [
		`- **${name}** ${addressText(address)}: ${facts.join('; ')}`,
		...(['setup', 'test'] as const).flatMap((key) => {
			const command = wishes[key];
			return command === undefined ? [] : [`  ${key}: ${code(shorten(command, 200))}`];
		}),
	];
}

function howOpened(codeHost: Repository['codeHost'], draft: boolean, fork: boolean): string {
	if (codeHost === 'none') return 'takes branches, pull requests are opened by hand';
	return `${draft ? 'draft ' : ''}pull requests${fork ? ' from a fork' : ''}`;
}

/** The names of other channels are nobody's business here. Pure. */
export function whereOpened({ channels }: Pick<Repository, 'channels'>, channel: string | undefined): string {
	if (channels.includes('*')) return 'in all channels';
	const others = channels.filter((one) => one !== channel).length;
	if (others === channels.length) return `in ${others === 1 ? 'another channel' : `${others} other channels`}`;
	return others === 0 ? 'in this channel' : `in this channel and ${others} other${others === 1 ? '' : 's'}`;
}

function wishWords({ wishes }: Repository): string[] {
	return [
		...(wishes.indexes.length > 0 ? [`set-up reaches ${wishes.indexes.join(', ')}`] : []),
		...(wishes.names ? ['names of people are told'] : []),
		...(wishes.follow?.length ? [`follows ${wishes.follow.map(({ url }) => url).join(', ')}`] : []),
		...(wishes.protected.length > 0 ? [`protected: ${wishes.protected.map(code).join(' ')}`] : []),
	];
}

/** Text of others within a line of Markdown. Pure. */
export function code(text: string): string {
	return `\`${text.replaceAll(/[`\p{Cc}\p{Cf}]/gu, ' ')}\``;
}

const mostNamed = 5;

/** Sentences on what was found of a repository. Pure. */
export function foundText(fetched: Fetched, facts: RepositoryFacts | undefined): readonly string[] {
	const { defaultBranch, files, bytes, notFollowed } = fetched;
	const left = notFollowed.length - mostNamed;
	const more = left > 0 ? ` and ${groupDigits(left)} more` : '';
	return [
		`Its default branch is ${code(shorten(defaultBranch, 100))}, with ${groupDigits(files)} ${files === 1 ? 'file' : 'files'} of ${formatBytes(bytes)}.`,
		...(notFollowed.length === 0
			? []
			: [
					`Submodules and files of LFS are followed only where \`--follow\` names their address: ${notFollowed
						.slice(0, mostNamed)
						.map((path) => code(shorten(path, 100)))
						.join(', ')}${more}.`,
				]),
		...(facts?.isArchived ? ['It is archived there: it takes no pushes.'] : []),
	];
}
