import { type Attack, type Family, got, refused, type Try } from '../attack.ts';
import type { Range } from '../range/range.ts';
import { readTry } from '../range/script.ts';

interface Bomb {
	readonly name: string;
	readonly tried: string;
	/** The tool of the guest that reads it, for the host. */
	readonly tool: 'read_document' | 'view_picture';
	readonly path: string;
	/** Python: writes it to `path`. */
	readonly make: string;
	/** Python: reads all of it, as one might; says how much that was. */
	readonly naive: string;
}

/** So many times as large as its file is what a reader would hold. */
const packed = (member: string, begin: string, fill: string, times: number) => `import zipfile
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as whole:
    whole.writestr("[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
    with whole.open("${member}", "w", force_zip64=True) as part:
        part.write(b'${begin}')
        for _ in range(${times}): part.write(b"${fill}" * (1 << 18))`;

const unpacked = `import zipfile
bytes_ = 0
with zipfile.ZipFile(path) as whole:
    for one in whole.namelist():
        with whole.open(one) as part:
            while more := part.read(1 << 20): bytes_ += len(more)
(got if bytes_ > 1 << 30 else refused)(f"{bytes_ >> 20} MiB of {os.path.getsize(path) >> 10} KiB")`;

const bombs: readonly Bomb[] = [
	{
		name: 'document-bomb',
		tried: 'a document of 3 MB whose text is 1.5 GB',
		tool: 'read_document',
		path: '/workspace/bomb.docx',
		make: packed(
			'word/document.xml',
			'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>',
			'xxxx',
			1500,
		),
		naive: unpacked,
	},
	{
		name: 'sheet-bomb',
		tried: 'a workbook of 3 MB whose strings are 1.5 GB',
		tool: 'read_document',
		path: '/workspace/bomb.xlsx',
		make: packed(
			'xl/sharedStrings.xml',
			'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>',
			'yyyy',
			1500,
		),
		naive: unpacked,
	},
	{
		name: 'picture-bomb',
		tried: 'a picture of 40,000 by 40,000 points in 200 KB',
		tool: 'view_picture',
		path: '/workspace/bomb.png',
		make: `import zlib
def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
packer = zlib.compressobj(9)
rows = b"".join(packer.compress(bytes(1 + 5000)) for _ in range(40000)) + packer.flush()
open(path, "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 40000, 40000, 1, 0, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))`,
		naive: `from PIL import Image
Image.MAX_IMAGE_PIXELS = None
child = os.fork()
if child == 0:
    Image.open(path).convert("L").load()
    os._exit(0)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
points = 40000 * 40000
got(f"{points >> 20} MiB of {os.path.getsize(path) >> 10} KiB" if status == 0 else f"its reader ended with {status}")`,
	},
];

function bombAttack({ name, tried, tool, path, make, naive }: Bomb): Attack {
	return {
		name,
		tried: `${tried}, read for the host`,
		holds: 'given up in its time and memory; the sandbox goes on',
		pace: 'slow',
		needs: ['limits'],
		async run(range) {
			const place = JSON.stringify(path);
			const made = readTry(await range.inside(`path = ${place}\n${make}\nrefused("made")`));
			if (made.sign !== 'made') throw new Error(made.sign);
			const attack = await read(range, tool, path);
			const control = `path = ${JSON.stringify(path.replace('/workspace', '/tmp'))}\n${make}\n${naive}`;
			return { attack, control: readTry(await range.loose('roomy', control)) };
		},
	};
}

async function read(range: Range, tool: string, path: string): Promise<Try> {
	const start = performance.now();
	const sandbox = await range.sandbox();
	const { text, lost } = await sandbox.call({ tool, args: { path } }, range);
	const seconds = (performance.now() - start) / 1000;
	if (lost !== undefined) return got(`the sandbox ended: ${lost}`);
	if (seconds > 90) return got(`it took ${Math.round(seconds)} s`);
	const after = await sandbox.call({ tool: 'bash', args: { command: `rm -f ${path}; echo alive` } }, range);
	return after.text.includes('alive') ? refused(text.slice(0, 100)) : got(after.text.slice(0, 100));
}

export const readers: Family = { title: 'Files to be read', attacks: bombs.map(bombAttack) };
