/** Sorts of files by what can be said of what they hold. */
export type FileKind =
	| 'table'
	| 'json'
	| 'lines'
	| 'book'
	| 'parquet'
	| 'image'
	| 'document'
	| 'archive'
	| 'database'
	| 'text'
	| 'other';

/** By the ending of a name. `other`: neither made nor read here; any ending that is in none of these is taken for text. */
const endings: Readonly<Record<FileKind, string>> = {
	table: 'csv tsv',
	json: 'json geojson ipynb',
	lines: 'jsonl ndjson',
	book: 'xlsx xlsm',
	parquet: 'parquet',
	image: 'png jpg jpeg gif bmp webp tif tiff svg',
	document: 'pdf docx pptx',
	archive: 'zip',
	database: 'sqlite sqlite3 db',
	text: 'txt md html htm xml yaml yml toml ini log tex rst py sql css js ics vcf srt env cfg conf',
	other:
		'xls xlsb ods odt odp doc ppt rtf mp3 mp4 wav ogg flac avi mov mkv webm heic psd ai eps ttf otf woff exe bin dll so gz tgz bz2 xz 7z rar tar h5 hdf5 hdf nc npy npz mat pkl pickle feather arrow avro orc dta sav sas7bdat shp gpkg dbf mdb accdb epub mobi msg pst eml stl dwg dxf step iso apk class jar wasm',
};

const kinds: ReadonlyMap<string, FileKind> = new Map(
	Object.entries(endings).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as FileKind] as const)),
);

/** The ending of a name in small letters; empty where it has none. Pure. */
export function endingOf(name: string): string {
	return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Pure. */
export function kindOf(name: string): FileKind {
	return kinds.get(endingOf(name)) ?? 'text';
}

/** Whether a text looks like the name of a file of a kind that is known. Pure. */
export function isFileName(text: string): boolean {
	return text.length <= 200 && !/[\n\0*?<>|]|:\/\//.test(text) && /\S/.test(text) && kinds.has(endingOf(text));
}

/** Kinds that are no text. Pure. */
export function isBinary(kind: FileKind): boolean {
	return !['table', 'json', 'lines', 'text'].includes(kind);
}
