import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewPictureResult } from '../../../src/sandbox/built-ins.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { never, python } from './run-in.ts';

describeWithPodman('A picture', () => {
	let home: PodmanHome | undefined;
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		home = await podmanHome();
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	/** Looks at what Python has made as `/workspace/x`. */
	const view = async (make: string, page?: number) => {
		if (sandbox === undefined) throw new Error('The sandbox did not start');
		expect(await python(sandbox, make)).toMatchObject({ ok: true });
		const args = { path: 'x', ...(page !== undefined && { page }) };
		const { data } = await sandbox.call({ tool: 'view_picture', args }, { signal: never });
		return viewPictureResult.parse(data);
	};
	const start = (told: Awaited<ReturnType<typeof view>>) =>
		'data' in told ? Buffer.from(told.data, 'base64').toString('latin1', 0, 24) : told.problem;

	it.each(['PNG', 'JPEG', 'WEBP', 'GIF'])('in %s becomes one that models take', async (format) => {
		const told = await view(
			`from PIL import Image; Image.new("RGB", (40, 30), "red").save("/workspace/x", "${format}")`,
		);
		expect(start(told)).toMatch(/^\x89PNG/);
		expect(told).toMatchObject({ type: 'image/png' });
	});

	it('is scaled down to what models use, and a photo is small', async () => {
		const make = `
import os
from PIL import Image
Image.frombytes("RGB", (4000, 3000), os.urandom(36_000_000)).save("/workspace/x", "PNG")`;
		const told = await view(make);
		expect(told).toMatchObject({ type: 'image/jpeg' });
		expect('data' in told && told.data.length).toBeLessThan(2_000_001);
	}, 60_000);

	/** The pixel values that these points have in what is shown, as Python prints them. */
	const shownAs = async (make: string, points: string) => {
		const told = await view(make);
		if (sandbox === undefined || !('data' in told)) return told;
		const { text } = await python(
			sandbox,
			`import base64, io\nfrom PIL import Image\ni = Image.open(io.BytesIO(base64.b64decode("${told.data}"))).convert("L"); print([i.getpixel(p) for p in ${points}])`,
		);
		return text;
	};

	it('with 16 bits of grey keeps its greys', async () => {
		const make = `
from PIL import Image
i = Image.new("I;16", (3, 1)); i.putpixel((1, 0), 32768); i.putpixel((2, 0), 65535); i.save("/workspace/x", "PNG")`;
		expect(await shownAs(make, '[(0, 0), (1, 0), (2, 0)]')).toContain('[0, 128, 255]');
	});

	it.each([
		['white', '255', '[128, 255]'],
		['black', '0', '[255, 0]'],
	])('in %s ink on clear ground can be told from its ground', async (_ink, ink, said) => {
		const make = `
from PIL import Image
i = Image.new("LA", (40, 40), (${ink}, 0)); i.paste((${ink}, 255), (10, 10, 30, 30)); i.save("/workspace/x", "PNG")`;
		expect(await shownAs(make, '[(0, 0), (20, 20)]')).toContain(said);
	});

	it.each([
		['of its size', 'Image.new("RGB", (1080, 14000)).save("/workspace/x", "PNG")', [1080, 14_000], [121, 1568], 1],
		[
			'that lies on its side',
			'e = Image.Exif(); e[0x112] = 6; Image.new("RGB", (3000, 1000)).save("/workspace/x", "JPEG", exif=e)',
			[1000, 3000],
			[523, 1568],
			1,
		],
		[
			'that moves',
			'f = [Image.new("RGB", (9, 9), c) for c in ("red", "lime", "blue")]; f[0].save("/workspace/x", "GIF", save_all=True, append_images=f[1:])',
			[9, 9],
			[9, 9],
			3,
		],
	])('%s comes with the size that it has, and how often', async (_what, make, [width, height], shown, frames) => {
		expect(await view(`from PIL import Image\n${make}`)).toMatchObject({ width, height, shown, frames });
	});

	it('that is a page of a PDF comes with its words', async () => {
		const make = `
from matplotlib.backends.backend_pdf import PdfPages
import matplotlib.pyplot as plt
plt.rcParams["pdf.fonttype"] = 42
with PdfPages("/workspace/x") as pdf:
    for word in ("One", "Two"):
        plt.figure(); plt.text(0.1, 0.5, word); plt.axis("off"); pdf.savefig(); plt.close()`;
		expect(await view(make, 2)).toMatchObject({ type: 'image/png', text: 'Two' });
		expect(await view('', 3)).toEqual({ problem: 'has 2 pages and no page 3' });
	});

	it.each([
		['is none', 'open("/workspace/x", "w").write("words")', /no PNG, JPEG/],
		['is cut off', 'open("/workspace/x", "wb").write(bytes.fromhex("89504e470d0a1a0a") + b"IHDR")', /no PNG|broken/],
		['is gone', 'import os; os.unlink("/workspace/x")', /does not exist/],
		[
			'is of ten gigapixels',
			'import zlib, struct\nc = lambda t, d: struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))\nopen("/workspace/x", "wb").write(bytes.fromhex("89504e470d0a1a0a") + c(b"IHDR", struct.pack(">IIBBBBB", 100000, 100000, 8, 2, 0, 0, 0)) + c(b"IDAT", b"") + c(b"IEND", b""))',
			/more than are looked at/,
		],
	])('that %s is answered in half a sentence', async (_what, make, said) => {
		expect(await view(make)).toEqual({ problem: expect.stringMatching(said) });
	});
});
