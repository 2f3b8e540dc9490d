import { normalizedName } from './requirement.ts';

/**
 * Modules whose distribution has another name, the usual distribution first. From the distributions' own metadata (`top_level.txt`, `RECORD`).
 * All normalized (PEP 503).
 */
const providers: Readonly<Record<string, readonly string[]>> = {
	Bio: ['biopython'],
	Crypto: ['pycryptodome'],
	Cryptodome: ['pycryptodomex'],
	Levenshtein: ['levenshtein', 'python-levenshtein'],
	MySQLdb: ['mysqlclient'],
	OpenSSL: ['pyopenssl'],
	PIL: ['pillow'],
	PyPDF2: ['pypdf2'],
	Xlib: ['python-xlib'],
	attr: ['attrs'],
	attrs: ['attrs'],
	bidi: ['python-bidi'],
	bs4: ['beautifulsoup4'],
	calamine: ['python-calamine'],
	cairo: ['pycairo'],
	cv2: ['opencv-python-headless', 'opencv-python', 'opencv-contrib-python-headless', 'opencv-contrib-python'],
	dateutil: ['python-dateutil'],
	docx: ['python-docx'],
	dotenv: ['python-dotenv'],
	ebooklib: ['ebooklib'],
	fitz: ['pymupdf'],
	fpdf: ['fpdf2', 'fpdf'],
	git: ['gitpython'],
	google: ['protobuf', 'google-api-core', 'google-auth', 'google-cloud-storage'],
	jose: ['python-jose'],
	jwt: ['pyjwt'],
	kaleido: ['kaleido'],
	lzstring: ['lzstring'],
	magic: ['python-magic'],
	markdown_it: ['markdown-it-py'],
	mpl_toolkits: ['matplotlib'],
	odf: ['odfpy'],
	osgeo: ['gdal'],
	pkg_resources: ['setuptools'],
	pptx: ['python-pptx'],
	psycopg2: ['psycopg2-binary', 'psycopg2'],
	pylab: ['matplotlib'],
	pymupdf: ['pymupdf'],
	pyximport: ['cython'],
	pythoncom: ['pywin32'],
	pytesseract: ['pytesseract'],
	python_calamine: ['python-calamine'],
	pywt: ['pywavelets'],
	rest_framework: ['djangorestframework'],
	ruamel: ['ruamel-yaml'],
	serial: ['pyserial'],
	shapefile: ['pyshp'],
	skimage: ['scikit-image'],
	sklearn: ['scikit-learn'],
	slugify: ['python-slugify'],
	snappy: ['python-snappy'],
	snowballstemmer: ['snowballstemmer'],
	socks: ['pysocks'],
	stdnum: ['python-stdnum'],
	tables: ['tables'],
	telegram: ['python-telegram-bot'],
	umap: ['umap-learn'],
	unidiff: ['unidiff'],
	usb: ['pyusb'],
	vobject: ['vobject'],
	websocket: ['websocket-client'],
	win32api: ['pywin32'],
	wx: ['wxpython'],
	yaml: ['pyyaml'],
	zmq: ['pyzmq'],
	zstandard: ['zstandard'],
};

/** Distributions that others load by themselves, such as pandas for a file format: not imported, and needed all the same. */
const plugins: ReadonlySet<string> = new Set([
	'fastparquet',
	'html5lib',
	'jinja2',
	'lxml',
	'odfpy',
	'openpyxl',
	'pillow',
	'pyarrow',
	'pyxlsb',
	'python-calamine',
	'tables',
	'tabulate',
	'tzdata',
	'xlrd',
	'xlsxwriter',
]);

/** Whether a distribution (normalized) may be declared without being imported. Pure. */
export function isPlugin(distribution: string): boolean {
	return plugins.has(distribution);
}

/** The distributions known to hold a top-level module, the usual one first; undefined where its name says nothing of it. Pure. */
export function knownProviders(module: string): readonly string[] | undefined {
	return Object.hasOwn(providers, module) ? providers[module] : undefined;
}

/** The distribution to declare for a module: the usual one, or that of its own name. Pure. */
export function usualDistribution(module: string): string {
	return knownProviders(module)?.[0] ?? normalizedName(module);
}

/** Whether a distribution has a module by what is known, or by its name: `python-foo`, `foo-py` and `pyfoo` have `foo`. Pure. */
export function provides(distribution: string, module: string): boolean {
	const known = knownProviders(module);
	return known ? known.includes(distribution) : bare(distribution) === bare(module);
}

function bare(name: string): string {
	const plain = normalizedName(name).replaceAll('-', '');
	return plain.replace(/^python|python$/, '').replace(/^py(?=...)|(?<=...)py$/, '');
}

const inAnyCase = new Map(Object.entries(providers).map(([module, [usual]]) => [module.toLowerCase(), usual]));

/** The usual distribution of a module that is known, however its letters are written; undefined of others. Pure. */
export function providerInAnyCase(module: string): string | undefined {
	return inAnyCase.get(module.toLowerCase());
}
