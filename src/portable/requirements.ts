import { normalizedName } from '../agent/forge/static/requirement.ts';

/** The packages of a lock (a requirements file with hashes) as `name==version`. Pure. */
export function lockedPackages(lock: string): string[] {
	return [...lock.matchAll(/^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?\s*==\s*([^\s;\\]+)/gm)].map(
		([, name = '', version = '']) => `${name}==${version}`,
	);
}

/** A package that the sandbox's image has, and where code shows that it needs it. */
interface ImagePackage {
	/** As a dependency is declared: the version that a build of the image pins is the least that is known to do. */
	readonly requirement: string;
	readonly needed: RegExp;
}

/** Whether a module is imported, by itself or a part of it. */
function imported(module: string): RegExp {
	return new RegExp(`^[ \\t]*(?:from[ \\t]+${module}\\b|import[ \\t](?:[^\\n#]*,)?[ \\t]*${module}\\b)`, 'm');
}

/**
 * PYTHON_PACKAGES of the Containerfile, and below them what they bring along that tools import too. pandas asks for two of them only when it
 * reads workbooks or draws.
 */
const imagePackages: readonly ImagePackage[] = [
	{ requirement: 'matplotlib>=3.11.2', needed: imported('(?:matplotlib|mpl_toolkits)') },
	{ requirement: 'numpy>=2.5.5', needed: imported('numpy') },
	{ requirement: 'openpyxl>=3.1.5', needed: imported('openpyxl') },
	{ requirement: 'pandas>=3.1.1', needed: imported('pandas') },
	{ requirement: 'pypdfium2>=5.15.2', needed: imported('pypdfium2') },
	{ requirement: 'python-docx>=1.2.0', needed: imported('docx') },
	{ requirement: 'python-pptx>=1.0.2', needed: imported('pptx') },
	{ requirement: 'lxml', needed: imported('lxml') },
	{ requirement: 'pillow', needed: imported('PIL') },
	{ requirement: 'python-dateutil', needed: imported('dateutil') },
	{ requirement: 'pyparsing', needed: imported('pyparsing') },
	{ requirement: 'packaging', needed: imported('packaging') },
	{ requirement: 'six', needed: imported('six') },
];

const askedByPandas: readonly ImagePackage[] = [
	{ requirement: 'openpyxl>=3.1.5', needed: /excel/i },
	{ requirement: 'matplotlib>=3.11.2', needed: /\.(?:plot|hist|boxplot)\b/ },
];

/** All that a tool needs outside of the sandbox's image: the exact packages of its lock, and those that the image itself would give it. Sorted. Pure. */
export function requirementsOf(code: string, declared: readonly string[], lock: string | undefined): string[] {
	const locked = lockedPackages(lock ?? '');
	const fromImage = imagePackages.filter(
		({ requirement, needed }) => needed.test(code) || declared.some((one) => nameOf(one) === nameOf(requirement)),
	);
	const asked = imported('pandas').test(code) ? askedByPandas.filter(({ needed }) => needed.test(code)) : [];
	const all = [...locked, ...[...fromImage, ...asked].map(({ requirement }) => requirement), ...declared];
	// The first of a name counts: what is locked is exact.
	const byName = new Map(all.toReversed().map((requirement) => [nameOf(requirement), requirement]));
	return [...byName.values()].sort();
}

/** A requirement's name, normalized (PEP 503). */
function nameOf(requirement: string): string {
	return normalizedName(/^[A-Za-z0-9._-]*/.exec(requirement)?.[0] ?? '');
}
