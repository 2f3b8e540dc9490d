import { Unzip, UnzipInflate } from 'fflate';
import { Denied } from '../denied.ts';

/**
 * The most that a wheel may unpack to while its metadata is looked for, bytes: five times what it may weigh. A small one may grow to thirty
 * times what has come of it and 4 MiB: code packs to a fourth, and unpacking a gigabyte holds everybody up for seconds.
 */
const mostUnpacked = 2 ** 30;
const mostGrowth = { times: 30, bytes: 2 ** 22 } as const;
const metadataName = /^[^/]+\.dist-info\/METADATA$/;

/**
 * The METADATA in a wheel, for an index that has none beside it (PEP 658). The wheel goes through memory chunk by chunk and all of it is
 * read, so that whoever checks it on the way has seen the end. Throws `Denied` where there is none, or more than `cap` bytes of it.
 */
export async function metadataOfWheel(wheel: AsyncIterable<Uint8Array>, what: string, cap: number): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	const metadata = upTo(() => cap);
	let come = 0;
	const everything = upTo(() => Math.min(mostUnpacked, mostGrowth.bytes + come * mostGrowth.times));
	const unzip = createUnzip((name, data) => {
		everything(data);
		if (!metadataName.test(name)) return;
		metadata(data);
		parts.push(data);
	});
	for await (const chunk of wheel) {
		come += chunk.length;
		pushTo(unzip, chunk, what);
	}
	if (parts.length === 0) throw new Denied(`${what} has no metadata in it`, { status: 502 });
	return Buffer.concat(parts);
}

function createUnzip(onData: (name: string, data: Uint8Array) => void): Unzip {
	const unzip = new Unzip((file) => {
		file.ondata = (error, data) => {
			if (error) throw error;
			onData(file.name, data);
		};
		// An entry that is not started would be kept in memory.
		file.start();
	});
	unzip.register(UnzipInflate);
	return unzip;
}

function upTo(cap: () => number): (data: Uint8Array) => void {
	let bytes = 0;
	return (data) => {
		bytes += data.length;
		if (bytes > cap()) throw new RangeError(`It unpacks to more than ${cap()} bytes`);
	};
}

function pushTo(unzip: Unzip, chunk: Uint8Array, what: string): void {
	try {
		unzip.push(chunk);
	} catch (error) {
		throw new Denied(`${what} cannot be read as a wheel`, { status: 502, cause: error });
	}
}
