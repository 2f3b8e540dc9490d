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
