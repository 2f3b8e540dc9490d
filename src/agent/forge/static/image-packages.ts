/**
 * Packages of every sandbox image: the Containerfile's PYTHON_PACKAGES and those that they require. Of what is imported the check itself says whether
 * it is there; this is for what is declared and never imported, such as openpyxl for pandas.
 */
const inEveryImage: ReadonlySet<string> = new Set([
	...['matplotlib', 'numpy', 'openpyxl', 'pandas', 'pypdfium2', 'python-docx', 'python-pptx'],
	...['contourpy', 'cycler', 'et-xmlfile', 'fonttools', 'kiwisolver'],
	...['packaging', 'pillow', 'pyparsing', 'python-dateutil', 'tzdata'],
	...['lxml', 'six', 'typing-extensions', 'xlsxwriter'],
]);

/** Whether a distribution (normalized) is in every sandbox image. Pure. */
export function isInImage(distribution: string): boolean {
	return inEveryImage.has(distribution);
}
