import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { run } from '../base/run.mjs';
import { aptSettings, caBundle, debianSources, pythonIndex } from './mirrors.mjs';

const at = (id) => `/run/secrets/${id}`;

/**
 * Describes this host to the build, as options of `podman build`: files that are secrets (there during a RUN
 * step, in no layer) and build arguments that point at them. Calls `use(options)` and removes the files afterwards.
 */
export const withBuildSecrets = async (use) => {
	const folder = mkdtempSync(`${tmpdir()}/threadsmith-build-`);
	chmodSync(folder, 0o700);
	try {
		const secrets = await write(folder);
		const options = secrets.flatMap(({ id, variables }) => [
			`--secret=id=${id},src=${folder}/${id}`,
			...variables.map((name) => `--build-arg=${name}=${at(id)}`),
		]);
		return await use(options);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};

const write = async (folder) => {
	const ca = caBundle();
	if (ca) copyFileSync(ca, `${folder}/ca`);
	const files = {
		sources: lines(debianSources()),
		apt: lines(await aptConf(ca)),
		...pythonFiles(pythonIndex()),
		npm: await npmrc(),
	};
	for (const [id, text] of Object.entries(files)) writeFileSync(`${folder}/${id}`, text);
	return [
		...(ca ? [{ id: 'ca', variables: ['SSL_CERT_FILE', 'PIP_CERT', 'NODE_EXTRA_CA_CERTS'] }] : []),
		{ id: 'sources', variables: [] },
		{ id: 'apt', variables: ['APT_CONFIG'] },
		{ id: 'pip', variables: ['PIP_CONFIG_FILE'] },
		{ id: 'uv', variables: ['UV_CONFIG_FILE'] },
		{ id: 'npm', variables: ['NPM_CONFIG_USERCONFIG'] },
	];
};

const aptConf = async (ca) => [
	...(await aptSettings()),
	...(ca ? [`Acquire::https::CAInfo "${at('ca')}";`] : []),
	// Where the host is no Debian, the base image's own sources hold.
	...(debianSources().length > 0
		? [`Dir::Etc::SourceList "${at('sources')}";`, 'Dir::Etc::SourceParts "/dev/null";']
		: []),
];

const npmrc = async () => {
	const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim();
	return lines(registry ? [`registry=${registry}`] : []);
};

/** Configuration files for one index and both installers; pip only fetches uv. */
const pythonFiles = ({ index, extra, trusted }) => ({
	pip: lines([
		'[global]',
		...(index ? [`index-url = ${index}`] : []),
		...(extra ? [`extra-index-url = ${extra}`] : []),
		...(trusted ? [`trusted-host = ${trusted}`] : []),
	]),
	uv: lines([
		...(trusted ? [`allow-insecure-host = ${JSON.stringify(trusted.split(/\s+/))}`] : []),
		...(extra ?? '')
			.split(/\s+/)
			.filter(Boolean)
			.flatMap((url) => ['[[index]]', `url = ${JSON.stringify(url)}`]),
		...(index ? ['[[index]]', `url = ${JSON.stringify(index)}`, 'default = true'] : []),
	]),
});

const lines = (list) => list.map((line) => `${line}\n`).join('');
