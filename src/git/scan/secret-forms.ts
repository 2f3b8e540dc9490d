/** The form of a secret that its vendor gives out. */
export interface SecretForm {
	/** Half a sentence for people: whose it is. */
	readonly why: string;
	/** Stands in each such secret, in lower case: lines without it are not looked at further. */
	readonly sign: string;
	/** Global. Without a part that repeats inside a part that repeats, and each repetition bounded: a line is read in linear time. */
	readonly form: RegExp;
	/** Default: `blocks`. `admin`: other things have that form as well. */
	readonly severity?: 'admin' | 'tells';
}

/** Letters and digits that end a word on both sides. */
function whole(form: string, flags = 'g'): RegExp {
	return new RegExp(`(?<![A-Za-z0-9_])${form}(?![A-Za-z0-9_])`, flags);
}

/**
 * Secrets that are known by their form alone. Sources: gitleaks' published rules (github.com/gitleaks/gitleaks, config/gitleaks.toml) and the list of
 * secrets that GitHub's secret scanning knows (docs.github.com "Supported secret scanning patterns"); the expressions are ours, for a line each.
 */
export const secretForms: readonly SecretForm[] = [
	{ why: 'looks like a private key of PuTTY', sign: 'putty-user-key-file', form: /PuTTY-User-Key-File-\d/gi },
	{ why: 'looks like a private key of age', sign: 'age-secret-key-1', form: /AGE-SECRET-KEY-1[0-9A-Z]{58}/gi },
	{ why: 'looks like a token of GitHub', sign: 'gh', form: whole('gh[pousr]_[A-Za-z0-9]{36,255}') },
	{ why: 'looks like a token of GitHub', sign: 'github_pat_', form: whole('github_pat_[A-Za-z0-9_]{60,255}') },
	{
		why: 'looks like a token of GitLab',
		sign: 'gl',
		form: whole('gl(?:pat|dt|rt|ptt|cbt|ft|imt|agent|soat|ffct)-[\\w-]{20,255}'),
	},
	{ why: 'looks like a token of Gitea or Forgejo', sign: 'gt', form: whole('gt[ou]_[a-z0-9]{40,64}') },
	{ why: 'looks like an access key of AWS', sign: 'a', form: whole('(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}') },
	{ why: 'looks like a key of AWS Bedrock', sign: 'absk', form: whole('ABSK[A-Za-z0-9+/]{109,269}') },
	{ why: 'looks like a key of Google Cloud', sign: 'aiza', form: whole('AIza[\\w-]{35}') },
	{ why: 'looks like a secret of Google OAuth', sign: 'gocspx-', form: whole('GOCSPX-[\\w-]{28}') },
	{ why: 'looks like a secret of Azure', sign: '8q~', form: whole('[A-Za-z0-9_~.]{3}8Q~[A-Za-z0-9_~.-]{31,34}') },
	{
		why: 'looks like the key of an Azure account',
		sign: 'accountkey=',
		form: /AccountKey=[A-Za-z0-9+/]{80,100}={0,2}/gi,
	},
	{ why: 'looks like a key of OpenAI', sign: 't3blbkfj', form: whole('sk-[\\w-]{20,100}T3BlbkFJ[\\w-]{20,100}') },
	{ why: 'looks like a key of Anthropic', sign: 'sk-ant-', form: whole('sk-ant-[a-z]{2,10}\\d{2}-[\\w-]{80,120}') },
	{ why: 'looks like a key of OpenRouter', sign: 'sk-or-', form: whole('sk-or-v1-[0-9a-f]{64}') },
	{ why: 'looks like a key of Groq', sign: 'gsk_', form: whole('gsk_[A-Za-z0-9]{48,60}') },
	{ why: 'looks like a key of xAI', sign: 'xai-', form: whole('xai-[A-Za-z0-9]{70,90}') },
	{ why: 'looks like a key of Perplexity', sign: 'pplx-', form: whole('pplx-[A-Za-z0-9]{48}') },
	{ why: 'looks like a token of Hugging Face', sign: 'hf_', form: whole('hf_[A-Za-z]{34}') },
	{
		why: 'looks like a token of a chat workspace',
		sign: 'xox',
		form: whole('xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{20,255}'),
	},
	{
		why: 'looks like an app token of a chat workspace',
		sign: 'xapp-',
		form: whole('xapp-\\d-[A-Z0-9]{8,16}-\\d{8,16}-[a-f0-9]{40,80}'),
	},
	{
		why: 'looks like a webhook of a chat workspace',
		sign: 'hooks.',
		form: /hooks\.[a-z]{3,20}\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{40,60}/gi,
	},
	{
		why: 'looks like a token of a chat bot',
		sign: '.',
		form: whole('[MNO][A-Za-z\\d_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,38}'),
		severity: 'admin',
	},
	{ why: 'looks like a token of a Telegram bot', sign: ':aa', form: whole('\\d{5,16}:AA[\\w-]{32,34}') },
	{ why: 'looks like a token of npm', sign: 'npm_', form: whole('npm_[A-Za-z0-9]{36}') },
	{ why: 'looks like a token of PyPI', sign: 'pypi-agei', form: whole('pypi-AgEI[\\w-]{50,1000}') },
	{ why: 'looks like a token of RubyGems', sign: 'rubygems_', form: whole('rubygems_[a-f0-9]{48}') },
	{ why: 'looks like a token of crates.io', sign: 'cio', form: whole('cio[A-Za-z0-9]{32}'), severity: 'admin' },
	{ why: 'looks like a token of Docker Hub', sign: 'dckr_', form: whole('dckr_[po]at_[\\w-]{27,40}') },
	{ why: 'looks like a secret key of Stripe', sign: '_live_', form: whole('[rs]k_live_[A-Za-z0-9]{10,247}') },
	{ why: 'looks like a webhook secret of Stripe', sign: 'whsec_', form: whole('whsec_[A-Za-z0-9+/]{32,64}') },
	{ why: 'looks like a token of Square', sign: 'sq0', form: whole('sq0[a-z]{3}-[\\w-]{22,60}') },
	{ why: 'looks like a token of Shopify', sign: 'shp', form: whole('shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}') },
	{ why: 'looks like a key of SendGrid', sign: 'sg.', form: whole('SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}') },
	{ why: 'looks like a key of Mailgun', sign: 'key-', form: whole('key-[a-f0-9]{32}'), severity: 'admin' },
	{ why: 'looks like a key of Mailchimp', sign: '-us', form: whole('[a-f0-9]{32}-us\\d{1,2}'), severity: 'admin' },
	{ why: 'looks like a key of Brevo', sign: 'xkeysib-', form: whole('xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}') },
	{ why: 'looks like a key of Twilio', sign: 'sk', form: whole('SK[0-9a-f]{32}'), severity: 'admin' },
	{ why: 'looks like a token of DigitalOcean', sign: '_v1_', form: whole('do[opr]_v1_[a-f0-9]{64}') },
	{ why: 'looks like a token of Databricks', sign: 'dapi', form: whole('dapi[a-f0-9]{32}(?:-\\d)?') },
	{ why: 'looks like a token of HashiCorp Vault', sign: 'hv', form: whole('hv[bs]\\.[\\w-]{90,300}') },
	{
		why: 'looks like a token of Terraform Cloud',
		sign: '.atlasv1.',
		form: /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}/g,
	},
	{ why: 'looks like a token of Atlassian', sign: 'atatt3', form: whole('ATATT3[A-Za-z0-9_\\-=]{186}') },
	{
		why: 'looks like a token of Grafana',
		sign: 'gl',
		form: whole('gl(?:sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|c_[A-Za-z0-9+/]{32,400})'),
	},
	{ why: 'looks like a token of Sentry', sign: 'sntr', form: whole('sntr(?:ys_eyJ[\\w+/=]{40,500}|yu_[a-f0-9]{64})') },
	{ why: 'looks like a key of New Relic', sign: 'nrak-', form: whole('NRAK-[A-Z0-9]{27}', 'gi') },
	{ why: 'looks like a token of Linear', sign: 'lin_', form: whole('lin_(?:api|oauth)_[A-Za-z0-9]{40,64}') },
	{ why: 'looks like a token of Notion', sign: 'ntn_', form: whole('ntn_[A-Za-z0-9]{43,50}') },
	{ why: 'looks like a token of Figma', sign: 'figd_', form: whole('figd_[\\w-]{38,60}') },
	{ why: 'looks like a key of Postman', sign: 'pmak-', form: whole('PMAK-[a-f0-9]{24}-[a-f0-9]{34}', 'gi') },
	{ why: 'looks like a token of Doppler', sign: 'dp.', form: whole('dp\\.(?:pt|st|ct|sa)\\.[\\w.-]{40,60}') },
	{
		why: 'looks like a key of Tailscale',
		sign: 'tskey-',
		form: whole('tskey-[a-z]{2,10}-[A-Za-z0-9]{6,32}-[A-Za-z0-9]{16,64}'),
	},
	{ why: 'looks like a token of Fly.io', sign: 'fm', form: /(?<![A-Za-z0-9_])fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,2000}/g },
	{ why: 'looks like a key of Heroku', sign: 'hrku-', form: whole('HRKU-AA[\\w-]{58}') },
	{ why: 'looks like a token of Pulumi', sign: 'pul-', form: whole('pul-[a-f0-9]{40}') },
	{ why: 'looks like a token of 1Password', sign: 'ops_eyj', form: /(?<![A-Za-z0-9_])ops_eyJ[A-Za-z0-9+/]{250,2000}/g },
	{ why: 'looks like a token of Supabase', sign: 'sb', form: whole('sb(?:p_[a-f0-9]{40}|_secret_[\\w-]{20,64})') },
	{ why: 'looks like a key of Vercel', sign: 'vc', form: whole('vc[piakr]_[A-Za-z0-9]{24,80}') },
	{
		why: 'has a password in an address',
		sign: '://',
		form: /:\/\/[\w.~%+-]{1,100}:(?![$<{%*]|xxx|pass(?:word)?@|secret@|user@|changeme@)[^\s:/@"'`<>]{3,200}@[\w[-]/gi,
		severity: 'admin',
	},
	{
		why: 'looks like a signed token (JWT)',
		sign: 'eyj',
		form: whole('eyJ[\\w-]{15,1000}\\.eyJ[\\w-]{15,2000}\\.[\\w-]{20,1000}'),
		severity: 'tells',
	},
];
