import type { PackageIndexName } from './indexes-policy.ts';

/** How installers are told of the doors. */
export interface InstallerSettings {
	readonly env: Readonly<Record<string, string>>;
	/** Below HOME. */
	readonly homeFiles: readonly { readonly path: string; readonly content: string }[];
}

/** `origin`: where the doors stand inside. Those of indexes that are not open are told that there is no network. Pure. */
export function installerSettings(names: readonly PackageIndexName[], origin: string): InstallerSettings {
	const open = new Set(names);
	return {
		env: {
			...(open.has('npm') ? npm(origin) : { npm_config_offline: 'true' }),
			...(open.has('pypi') ? python(origin) : { UV_OFFLINE: '1', PIP_NO_INDEX: '1' }),
			...(open.has('go') ? { GOPROXY: `${origin}/go` } : { GOPROXY: 'off' }),
			...(open.has('crates') ? {} : { CARGO_NET_OFFLINE: 'true' }),
			...always,
		},
		homeFiles: open.has('crates') ? [{ path: '.cargo/config.toml', content: cargo(origin) }] : [],
	};
}

/** Nothing looks for newer ones of itself, and Go keeps its modules so that they can be removed again. */
const always = {
	npm_config_audit: 'false',
	npm_config_fund: 'false',
	npm_config_update_notifier: 'false',
	PIP_DISABLE_PIP_VERSION_CHECK: '1',
	PIP_NO_INPUT: '1',
	GOTOOLCHAIN: 'path',
	GOFLAGS: '-modcacherw',
} as const;

/** Lock files name files where the registry has them: npm exchanges the host. https://docs.npmjs.com/cli/v11/using-npm/config#replace-registry-host */
function npm(origin: string): Record<string, string> {
	return {
		npm_config_registry: `${origin}/npm/`,
		npm_config_replace_registry_host: 'always',
		npm_config_fetch_retries: '2',
		YARN_REGISTRY: `${origin}/npm/`,
		YARN_NPM_REGISTRY_SERVER: `${origin}/npm`,
		YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
	};
}

/** https://docs.astral.sh/uv/reference/environment/ and https://pip.pypa.io/en/stable/topics/configuration/ */
function python(origin: string): Record<string, string> {
	const index = `${origin}/pypi/simple`;
	return { PIP_INDEX_URL: index, UV_DEFAULT_INDEX: index, UV_HTTP_RETRIES: '2' };
}

/** Settings of sources cannot be given in the environment: https://doc.rust-lang.org/cargo/reference/source-replacement.html */
function cargo(origin: string): string {
	return `[source.crates-io]\nreplace-with = "door"\n\n[source.door]\nregistry = "sparse+${origin}/crates/index/"\n`;
}
