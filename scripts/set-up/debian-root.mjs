import { which } from '../base/host.mjs';
import { run } from '../base/run.mjs';
import { SetUpError } from '../base/step.mjs';
import { aptSettings, caBundle, debianSources } from './mirrors.mjs';
import { aptInstall } from './system-packages.mjs';

/** Documentation and translations: nobody reads them in a sandbox. */
const leanOptions = [
	...['doc', 'man', 'info', 'locale', 'lintian', 'bug'].map(
		(folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
	),
	'--customize-hook=rm -f "$1"/etc/apt/apt.conf.d/99mmdebstrap',
];

/**
 * Makes a bare Debian of `release` at `target` (a folder, or a file that ends in .tar) from the distribution's own
 * packages, through the mirror, proxy and CA bundle that the host's apt uses. A `lean` one keeps none of those, and no
 * documentation. Installs mmdebstrap first where it is missing. Rejects with a {@link SetUpError}.
 */
export const makeDebianRoot = async ({ release, target, include = [], lean }, progress) => {
	if (!which('mmdebstrap')) await aptInstall(['mmdebstrap', 'debian-archive-keyring'], progress);
	const sources = debianSources(release);
	const settings = await fetchSettings();
	const words = [
		'--variant=minbase',
		...(include.length > 0 ? [`--include=${include.join(',')}`] : []),
		...settings.map((setting) => `--aptopt=${setting}`),
		...(lean ? leanOptions : []),
		...(lean && sources.length > 0 ? ['--customize-hook=: > "$1"/etc/apt/sources.list'] : []),
		release,
		target,
		...sources,
	];
	// Not /tmp: it may be small, or forbid devices.
	const result = await run('mmdebstrap', words, { env: { TMPDIR: '/var/tmp' }, onLine: progress });
	if (result.code === 0) return;
	throw new SetUpError(`Cannot make a Debian ${release}: mmdebstrap failed. Are the host's Debian mirrors reachable?`, {
		commands: ['sudo apt-get update', `mmdebstrap --variant=minbase ${release} /dev/null`],
		output: result.tail,
	});
};

const fetchSettings = async () => {
	const ca = caBundle();
	return [...(await aptSettings()), ...(ca ? [`Acquire::https::CAInfo "${ca}";`] : [])];
};
