/** A file as a page of the fake index names it. */
export interface PageFile {
	readonly filename: string;
	readonly url: string;
	/** Hex; left out of the page when undefined. */
	readonly sha256: string | undefined;
	readonly size: number;
	/** ISO 8601; left out of the page when undefined. */
	readonly uploadTime: string | undefined;
	readonly yanked: boolean | string;
	/** Hex SHA-256 of the metadata beside the file, where there is one. */
	readonly metadata: string | undefined;
	readonly requiresPython: string | undefined;
}

export const jsonType = 'application/vnd.pypi.simple.v1+json';

/** A page as PEP 691 and PEP 700 have it. */
export function jsonPage(name: string, files: readonly PageFile[]): string {
	const dated = files.every((file) => file.uploadTime !== undefined);
	return JSON.stringify({
		meta: { 'api-version': dated ? '1.1' : '1.0' },
		name,
		files: files.map((file) => ({
			filename: file.filename,
			url: file.url,
			hashes: file.sha256 === undefined ? {} : { sha256: file.sha256 },
			yanked: file.yanked,
			...(dated ? { size: file.size, 'upload-time': file.uploadTime } : {}),
			...(file.metadata === undefined ? {} : { 'core-metadata': { sha256: file.metadata } }),
			...(file.requiresPython === undefined ? {} : { 'requires-python': file.requiresPython }),
		})),
	});
}

/** A page as PEP 503 has it: no upload times. */
export function htmlPage(name: string, files: readonly PageFile[]): string {
	const links = files.map((file) => `<a href="${hrefOf(file)}"${attributesOf(file)}>${file.filename}</a><br/>`);
	return `<!DOCTYPE html>\n<html><head><title>Links for ${name}</title></head><body>\n${links.join('\n')}\n</body></html>\n`;
}

function hrefOf(file: PageFile): string {
	return escaped(file.url + (file.sha256 === undefined ? '' : `#sha256=${file.sha256}`));
}

function attributesOf(file: PageFile): string {
	const attributes = {
		'data-requires-python': file.requiresPython,
		'data-yanked': file.yanked === false ? undefined : file.yanked === true ? '' : file.yanked,
		'data-core-metadata': file.metadata === undefined ? undefined : `sha256=${file.metadata}`,
	};
	const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
	return given.map(([name, value]) => ` ${name}="${escaped(value ?? '')}"`).join('');
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
