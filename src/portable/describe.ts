import type { ToolVersion } from './read-version.ts';
import { lockedPackages } from './requirements.ts';
import type { Source, SourceTool } from './source.ts';

/** The tools of a source, a line each, for people. Pure. */
export function listText(
	{ title }: Pick<Source, 'title'>,
	tools: readonly SourceTool[],
	versions: readonly ToolVersion[],
): string {
	if (tools.length === 0) return `There are no tools in ${title}.\n`;
	const purposes = new Map(versions.map(({ manifest }) => [`${manifest.category}/${manifest.name}`, manifest.purpose]));
	const width = Math.max(...tools.map(({ id }) => id.length));
	const lines = tools.map((tool) => {
		const { id, current, quarantined } = tool;
		const mark = quarantined.includes(current) ? '(quarantined) ' : '';
		return `  ${id.padEnd(width)}  ${String(current).padStart(3)}  ${mark}${firstLine(purposes.get(id) ?? '')}`.trimEnd();
	});
	return `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} in ${title}:\n${lines.join('\n')}\n`;
}

const longest = 100;

function firstLine(text: string): string {
	const [line = ''] = text.split('\n');
	return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** One version in full, for people. Pure. */
export function showText({ title }: Pick<Source, 'title'>, tool: SourceTool, { manifest, lock }: ToolVersion): string {
	const { version, purpose, usage, input, output, example, capabilities, sha256, forgedAt, provenance } = manifest;
	const packages = lock === undefined ? 'none beside those of the sandbox' : lockedPackages(lock).join(', ');
	const rows: readonly (readonly [string, string])[] = [
		['Purpose', purpose],
		['Usage', usage],
		['Input', json(input)],
		['Output', json(output)],
		['Example', `${json(example.input)}\n→ ${json(example.output)}`],
		['May use', capabilities.length === 0 ? 'nothing but its input' : capabilities.join(', ')],
		['Packages', packages],
		['Forged', `${forgedAt} in ${provenance.session} by ${provenance.coder}, ${tries(provenance.tries)}`],
		...originRows(provenance),
		['Versions', versionsText(tool)],
		['SHA-256', sha256],
	];
	const lines = rows.map(([name, text]) => `  ${name.padEnd(10)}${text.replaceAll('\n', `\n${' '.repeat(12)}`)}`);
	return `${tool.id}, version ${version}, of ${title}\n${lines.join('\n')}\n`;
}

function originRows({ askedBy, repairs, shared, adopted }: ToolVersion['manifest']['provenance']): [string, string][] {
	return [
		...(askedBy ? [['Asked by', askedBy.name] satisfies [string, string]] : []),
		...(repairs ? [['Repairs', `version ${repairs}`] satisfies [string, string]] : []),
		...(shared
			? [
					['Shared', `by ${shared.proposedBy.name}, approved by ${shared.approvedBy.name}, ${shared.at}`] satisfies [
						string,
						string,
					],
				]
			: []),
		...(adopted
			? [['Taken from', `catalog ${adopted.catalog}, version ${adopted.version}`] satisfies [string, string]]
			: []),
	];
}

function versionsText({ versions, current, quarantined }: SourceTool): string {
	const marked = versions.map((version) => {
		const marks = [
			...(version === current ? ['current'] : []),
			...(quarantined.includes(version) ? ['quarantined'] : []),
		];
		return marks.length === 0 ? String(version) : `${version} (${marks.join(', ')})`;
	});
	return marked.join(', ');
}

function tries(count: number): string {
	return count === 1 ? 'at the first try' : `at try ${count}`;
}

function json(value: unknown): string {
	return JSON.stringify(value);
}
