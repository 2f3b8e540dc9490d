import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { distribution } from '../base/host.mjs';
import { run } from '../base/run.mjs';

/** The release that the sandbox is made of. */
export const debianRelease = 'trixie';

const debianKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Settings of apt that a build behind the same mirror or proxy needs; the rest is the machine's own business. */
const aptSetting =
	/^Acquire::(?:https?::(?:Proxy|Timeout|Verify-Peer|Verify-Host|Pipeline-Depth)\b|Check-Valid-Until|Check-Date|Retries|ForceIPv[46]).* "/i;

/**
 * The host's own sources of Debian packages, as one-line entries for `release`, or none where the host is no Debian.
 * Mirrors keep the same layout for all releases, so only the suite's name is exchanged.
 */
export const debianSources = (release = debianRelease) => {
	const { id, codename } = distribution();
	if (id !== 'debian') return [];
	const files = ['/etc/apt/sources.list', ...listed('/etc/apt/sources.list.d')].filter(existsSync);
	const entries = files.flatMap((file) => parseSources(file, readFileSync(file, 'utf8')));
	const lines = entries
		.filter(({ suite, components }) => suite.split('-')[0] === codename && components.includes('main'))
		.filter(({ suite }) => !/backports|proposed|debug/.test(suite))
		.map(({ uri, suite }) => `deb [signed-by=${debianKeyring}] ${uri} ${suite.replace(codename, release)} main`);
	return [...new Set(lines)];
};

const listed = (folder) =>
	existsSync(folder)
		? readdirSync(folder)
				.sort()
				.map((name) => `${folder}/${name}`)
		: [];

/**
 * The binary sources in a file of apt's, in either format, one for each uri and suite.
 *
 * @returns {{ uri: string, suite: string, components: string[] }[]}
 */
export const parseSources = (name, text) => (name.endsWith('.sources') ? parseStanzas(text) : parseLines(text));

const parseLines = (text) =>
	[...text.matchAll(/^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+([^#\n]+)/gm)].map(([, uri, suite, components]) => ({
		uri,
		suite,
		components: words(components),
	}));

const parseStanzas = (text) =>
	text
		.split(/\n\s*\n/)
		.map(fieldsOf)
		.filter((fields) => words(fields.types).includes('deb') && fields.enabled !== 'no')
		.flatMap((fields) =>
			words(fields.uris).flatMap((uri) =>
				words(fields.suites).map((suite) => ({ uri, suite, components: words(fields.components) })),
			),
		);

const fieldsOf = (stanza) => {
	const text = stanza.replace(/^#.*\n?/gm, '').replace(/\n[ \t]+/g, ' ');
	return Object.fromEntries(
		[...text.matchAll(/^([\w-]+):\s*(.*)$/gm)].map(([, key, value]) => [key.toLowerCase(), value.trim()]),
	);
};

const words = (text = '') => text.trim().split(/\s+/).filter(Boolean);

/** The lines of the host's apt configuration that matter for fetching: proxies, time-outs, dates. */
export const aptSettings = async () => {
	const { code, stdout } = await run('apt-config', ['dump']);
	return code === 0 ? stdout.split('\n').filter((line) => aptSetting.test(line)) : [];
};

/** The host's bundle of certificate authorities, with a company's own in it; undefined where there is none. */
export const caBundle = () =>
	['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']
		.map((name) => process.env[name])
		.concat('/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt')
		.find((file) => file && existsSync(file));

/** Where the host gets Python packages: `{ index, extra, trusted }` from the environment or pip's files, each may be absent. */
export const pythonIndex = () => {
	const files = [
		'/etc/pip.conf',
		`${homedir()}/.pip/pip.conf`,
		`${homedir()}/.config/pip/pip.conf`,
		process.env.PIP_CONFIG_FILE,
	];
	const texts = files.filter((file) => file && existsSync(file)).map((file) => readFileSync(file, 'utf8'));
	const fromFiles = (key) =>
		texts.map((text) => new RegExp(`^${key}\\s*=\\s*(.+)$`, 'm').exec(text)?.[1].trim()).findLast(Boolean);
	return {
		index:
			process.env.PIP_INDEX_URL ?? process.env.UV_DEFAULT_INDEX ?? process.env.UV_INDEX_URL ?? fromFiles('index-url'),
		extra: process.env.PIP_EXTRA_INDEX_URL ?? fromFiles('extra-index-url'),
		trusted: process.env.PIP_TRUSTED_HOST ?? fromFiles('trusted-host'),
	};
};
