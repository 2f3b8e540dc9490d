import type { Finding } from '../git.ts';

/** Files that hold secrets for the most part, by their name in lower case. */
const names: readonly (readonly [RegExp, string])[] = [
	[
		/^\.env(?:\.(?!example$|sample$|template$|dist$|defaults?$|schema$)[\w.-]+)?$/,
		'is a file of settings that mostly holds secrets',
	],
	[/^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.+\.ppk)$/, 'has the name of a private key'],
	[/^.+\.(?:p12|pfx|jks|keystore|kdbx|asc\.key)$/, 'is a store of keys'],
	[/^(?:\.netrc|_netrc|\.pypirc|\.htpasswd|\.pgpass|\.git-credentials|\.dockercfg|\.s3cfg)$/, 'is a file of passwords'],
	[
		/^(?:credentials|client_secret[\w.-]{0,80}|service[-_]account[\w.-]{0,80})\.json$/,
		'has the name of a file of credentials',
	],
	[/^(?:kubeconfig|.+\.kubeconfig)$/, 'has the name of a file of credentials'],
	[/^.+\.(?:tfstate|tfstate\.backup)$/, "is Terraform's state, which holds secrets in the clear"],
];

/** Pure. */
export function secretFileFinding(path: string): readonly Finding[] {
	const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
	const found = names.find(([form]) => form.test(name));
	return found ? [{ severity: 'admin', path, why: found[1] }] : [];
}
