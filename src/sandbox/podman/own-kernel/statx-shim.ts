import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const names = '\0statx\0syscall\0libc.so.6\0';

/** Where each part begins; the second segment on a page of its own. */
const at = { symbols: 288, names: 360, hash: 392, moved: 416, code: 448, dynamic: 0x1000, slot: 0x10a0, end: 0x10a8 };

/** The end of the instructions, from which their jump to `syscall` counts. */
const codeEnd = at.code + 33;

const forX64 = [
	...[0x4d, 0x89, 0xc1], // mov r9, r8
	...[0x41, 0x89, 0xc8], // mov r8d, ecx
	...[0x89, 0xd1], // mov ecx, edx
	...[0x81, 0xe1, 0xff, 0xf7, 0xff, 0xff], // and ecx, ~0x800
	...[0x48, 0x89, 0xf2], // mov rdx, rsi
	...[0x48, 0x63, 0xf7], // movsxd rsi, edi
	...[0xbf, 0x4c, 0x01, 0x00, 0x00], // mov edi, 332
	...[0x31, 0xc0], // xor eax, eax
	...[0xff, 0x25, (at.slot - codeEnd) & 0xff, (at.slot - codeEnd) >> 8, 0, 0], // jmp [syscall]
];

/** Each one word, the lowest byte first. */
const forArm64 = [
	0xaa0403e5, // mov x5, x4
	0x2a0303e4, // mov w4, w3
	0x12147843, // and w3, w2, #~0x800
	0xaa0103e2, // mov x2, x1
	0x93407c01, // sxtw x1, w0
	0xd2802460, // mov x0, #291
	0xb0000010, // adrp x16, the next page
	0xf9405211, // ldr x17, [x16, #0xa0]: syscall
	0xd61f0220, // br x17
].flatMap((one) => [0, 8, 16, 24].map((shift) => (one >>> shift) & 0xff));

/** By Node's names: the number of elf(5) and the kind of relocation that both are called GLOB_DAT, by the psABIs, and what `statx` does. */
const machines: Readonly<
	Record<string, { readonly number: number; readonly toAddress: number; readonly code: readonly number[] }>
> = {
	x64: { number: 62, toAddress: 6, code: forX64 },
	arm64: { number: 183, toAddress: 1025, code: forArm64 },
};

const name = 'statx.so';

/** The text of a sandbox's `/etc/ld.so.preload`: the shim in its slot (ld.so(8)); nothing on a machine that has none. */
export const preloadText = process.arch in machines ? `/session/${name}\n` : '';

/** Puts the shim where a slot shows it, for whatever is run there. */
export async function placeShim(slotMount: string): Promise<void> {
	const shim = statxShim(process.arch);
	if (shim !== undefined) await writeFile(join(slotMount, name), shim, { mode: 0o444 });
}

/**
 * A shared library with one function, `statx`, which calls the kernel without AT_NO_AUTOMOUNT. gVisor of 2022 refuses that flag
 * (EINVAL), which `ls` and `stat` set; nothing is mounted by itself in a sandbox. Written here because neither this machine nor the image need
 * have a compiler. In C:
 *
 *     int statx(int folder, const char *path, int flags, unsigned mask, struct statx *to) {
 *         return syscall(SYS_statx, folder, path, flags & ~AT_NO_AUTOMOUNT, mask, to);
 *     }
 *
 * The form is that of elf(5): two segments, the second one writable, for what the linker writes. `arch` as Node names it; undefined for those
 * other than x86-64 and ARM64, which gVisor does not run on.
 */
export function statxShim(arch: string): Uint8Array | undefined {
	const machine = machines[arch];
	if (machine === undefined) return undefined;
	const { code } = machine;
	const file = new DataView(new ArrayBuffer(at.end));
	const bytes = new Uint8Array(file.buffer);
	bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
	fill(file, 16, [half(3), half(machine.number), word(1), long(0), long(64), long(0), word(0)]);
	fill(file, 52, [half(64), half(56), half(4), half(64), half(0), half(0)]);
	fill(file, 64, [
		...segment({ type: 1, flags: 5, start: 0, size: at.code + code.length }),
		...segment({ type: 1, flags: 6, start: at.dynamic, size: at.end - at.dynamic }),
		...segment({ type: 2, flags: 6, start: at.dynamic, size: at.slot - at.dynamic }),
		// No stack that can be run: without this one the linker makes it so
		...segment({ type: 0x6474e551, flags: 6, start: 0, size: 0 }),
	]);
	fill(file, at.symbols + 24, [word(1), half(0x12), half(1), long(at.code), long(code.length)]);
	fill(file, at.symbols + 48, [word(7), half(0x12), half(0), long(0), long(0)]);
	bytes.set(new TextEncoder().encode(names), at.names);
	fill(file, at.hash, [1, 3, 1, 0, 2, 0].map(word));
	// The address of the second symbol goes into the slot
	fill(file, at.moved, [long(at.slot), word(machine.toAddress), word(2), long(0)]);
	bytes.set(code, at.code);
	fill(file, at.dynamic, dynamic.flat().map(long));
	return bytes;
}

/** Tags of elf(5) and their values: NEEDED, HASH, SYMTAB, SYMENT, STRTAB, STRSZ, RELA, RELASZ, RELAENT, and the end. */
const dynamic = [
	[1, names.indexOf('libc')],
	[4, at.hash],
	[6, at.symbols],
	[11, 24],
	[5, at.names],
	[10, names.length],
	[7, at.moved],
	[8, 24],
	[9, 24],
	[0, 0],
];

interface Field {
	readonly bytes: 2 | 4 | 8;
	readonly value: number;
}

const half = (value: number): Field => ({ bytes: 2, value });
const word = (value: number): Field => ({ bytes: 4, value });
const long = (value: number): Field => ({ bytes: 8, value });

interface Segment {
	readonly type: number;
	/** 4 to be read, 2 to be written, 1 to be run. */
	readonly flags: number;
	readonly start: number;
	readonly size: number;
}

function segment({ type, flags, start, size }: Segment): Field[] {
	return [word(type), word(flags), ...[start, start, start, size, size, 0x1000].map(long)];
}

function fill(file: DataView, start: number, fields: readonly Field[]): void {
	let offset = start;
	for (const { bytes, value } of fields) {
		if (bytes === 2) file.setUint16(offset, value, true);
		else if (bytes === 4) file.setUint32(offset, value, true);
		else file.setBigUint64(offset, BigInt(value), true);
		offset += bytes;
	}
}
