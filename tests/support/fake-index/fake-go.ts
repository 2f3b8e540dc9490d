import { strToU8, zipSync } from 'fflate';
import { daysAgo } from './fake-npm.ts';
import { type FileServer, serveFiles } from './serve-files.ts';

/** A proxy of Go modules for tests. */
export interface FakeGo extends Omit<FileServer, 'origin'> {
	readonly url: string;
	/** `module` as it is written in paths. `time`: ISO 8601; two months ago unless told. */
	add(module: string, version: string, time?: string): void;
	/** Has these bytes lie at a path. */
	put(path: string, bytes: Uint8Array): void;
}

export async function startFakeGo(): Promise<FakeGo> {
	const files = new Map<string, string | Uint8Array>();
	const server = await serveFiles((path) => {
		const body = files.get(decodeURIComponent(path));
		return body === undefined ? undefined : { type: 'text/plain', body };
	});
	return {
		...server,
		url: server.origin,
		add(module, version, time = daysAgo(60)) {
			const at = `/${module}/@v`;
			const info = JSON.stringify({ Version: version, Time: time });
			const mod = `module ${module}\n\ngo 1.20\n`;
			files.set(`${at}/list`, `${files.get(`${at}/list`) ?? ''}${version}\n`);
			files.set(`${at}/${version}.info`, info);
			files.set(`/${module}/@latest`, info);
			files.set(`${at}/${version}.mod`, mod);
			const root = `${module}@${version}`;
			const source = `package ${module.split('/').at(-1)}\n\nconst Version = "${version}"\n`;
			files.set(
				`${at}/${version}.zip`,
				zipSync({ [`${root}/go.mod`]: strToU8(mod), [`${root}/it.go`]: strToU8(source) }),
			);
		},
		put: (path, bytes) => void files.set(path, bytes),
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}
