import type { Wheel } from '../choose-files.ts';

export interface DrawnPage {
	readonly type: string;
	readonly text: string;
}

const jsonType = 'application/vnd.pypi.simple.v1+json';
const htmlType = 'application/vnd.pypi.simple.v1+html';

/** The door's own page of a project, in the form that the client asks for: JSON (PEP 691) where it names that, else HTML (PEP 503). Pure. */
export function drawPage(name: string, wheels: readonly Wheel[], accept: string): DrawnPage {
	if (/pypi\.simple\.(?:v1|latest)\+json/i.test(accept)) return { type: jsonType, text: jsonPage(name, wheels) };
	return { type: accept.includes(htmlType) ? htmlType : 'text/html; charset=utf-8', text: htmlPage(name, wheels) };
}

/** Below the page, so that it does not matter where the door is served. */
function linkTo({ sha256, filename }: Wheel): string {
	return `../../files/${sha256}/${encodeURIComponent(filename)}`;
}

/** Metadata is always to be had: where the index has none, the door takes it from the wheel. */
function metadataOf({ metadata }: Wheel): true | { readonly sha256: string } {
	return metadata.kind === 'beside' && metadata.sha256 !== undefined ? { sha256: metadata.sha256 } : true;
}

function jsonPage(name: string, wheels: readonly Wheel[]): string {
	const files = wheels.map((wheel) => ({
		filename: wheel.filename,
		url: linkTo(wheel),
		hashes: { sha256: wheel.sha256 },
		yanked: false,
		'core-metadata': metadataOf(wheel),
		...(wheel.requiresPython === undefined ? {} : { 'requires-python': wheel.requiresPython }),
		...(wheel.uploadedAt === undefined ? {} : { 'upload-time': new Date(wheel.uploadedAt).toISOString() }),
	}));
	return JSON.stringify({ meta: { 'api-version': '1.0' }, name, files });
}

function htmlPage(name: string, wheels: readonly Wheel[]): string {
	const links = wheels.map((wheel) => {
		const metadata = metadataOf(wheel);
		const beside = metadata === true ? 'true' : `sha256=${metadata.sha256}`;
		const python = wheel.requiresPython === undefined ? '' : ` data-requires-python="${escaped(wheel.requiresPython)}"`;
		const attributes = `${python} data-core-metadata="${beside}" data-dist-info-metadata="${beside}"`;
		return `<a href="${linkTo(wheel)}#sha256=${wheel.sha256}"${attributes}>${wheel.filename}</a>`;
	});
	return `<!DOCTYPE html><html><head><title>${name}</title></head><body>\n${links.join('\n')}\n</body></html>\n`;
}

function escaped(specifier: string): string {
	return specifier.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
