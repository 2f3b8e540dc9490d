/** Programs and libraries of the system that are asked for as if they were Python packages, as Debian names them. */
const programs = new Set(
	'antiword bash catdoc chromium curl default-jre docker ffmpeg g++ gcc ghostscript git gnuplot golang graphviz gs imagemagick inkscape jq less libreoffice make maven mysql nano node nodejs npm openssl p7zip pandoc pdftk perl php pip python python3 poppler-utils postgresql qpdf r-base redis-server ripgrep rsync ruby rustc soffice sox sqlite3 ssh tesseract tesseract-ocr texlive tree unrar unzip vim wget wkhtmltopdf xz-utils zip'.split(
		' ',
	),
);

/** Distributions whose purpose is the network; a sandbox has none. */
const forNetwork = new Set(
	'aiohttp asyncpg boto3 fabric flask-ngrok google-api-python-client google-auth google-cloud-storage httpx kafka-python openai paramiko pika playwright praw psycopg psycopg2 psycopg2-binary pymongo pymysql python-telegram-bot redis requests scrapy selenium smart-open tweepy twilio urllib3 websocket-client websockets yfinance youtube-dl yt-dlp'.split(
		' ',
	),
);

/** Distributions that fetch what they work with when they are used. */
const fetchLater: Readonly<Record<string, string>> = {
	easyocr: 'its models',
	gensim: 'its models',
	kaleido: 'a browser',
	keras: 'its models',
	nltk: 'its corpora',
	rembg: 'its models',
	'sentence-transformers': 'its models',
	spacy: 'its models',
	stanza: 'its models',
	torchvision: 'its models',
	transformers: 'its models',
};

/** Why a name is not one of a Python package, as a sentence; undefined where it may be. Pure. */
export function noPythonPackage(name: string): string | undefined {
	if (!programs.has(name.toLowerCase())) return undefined;
	return `"${name}" is a program of the system, no Python package: see by bash whether it is there (\`command -v\`), or do it in Python`;
}

/** Whether a distribution (normalized) is of no use without a network. Pure. */
export function needsNetwork(distribution: string): boolean {
	return forNetwork.has(distribution);
}

/** A sentence on distributions (normalized) that will want the network when they are used; empty without any. Pure. */
export function fetchLaterText(distributions: readonly string[]): string {
	const told = distributions.flatMap((name) =>
		Object.hasOwn(fetchLater, name) ? [`${name} loads ${fetchLater[name]}`] : [],
	);
	return told.length === 0
		? ''
		: `${told.join(', ')} over the network when used, and there is none: only what needs no download works.`;
}
