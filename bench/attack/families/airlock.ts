import { type AirlockRow, airlockAttack, sending } from '../airlock-attack.ts';
import { type Attack, type Family, got, refused } from '../attack.ts';
import { type AirlockSite, openAirlock, openNaiveProxy } from '../range/airlock-site.ts';
import { readTry } from '../range/script.ts';

const reached = ({ secret }: AirlockSite): boolean => secret.hits.length > 0;
const saw =
	(pattern: RegExp) =>
	({ index }: AirlockSite): boolean =>
		index.requests.some(({ method, path, host, authorization = '' }) =>
			pattern.test(`${method} ${path} ${host} ${authorization}`),
		);

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`;

const rows: readonly AirlockRow[] = [
	{
		name: 'absolute',
		tried: 'a request for another server (absolute form)',
		holds: 'not forwarded',
		sends: get('http://SECRET/taken'),
		leaked: reached,
		naive: 'proxy',
	},
	{
		name: 'connect',
		tried: 'a tunnel (CONNECT)',
		holds: 'not made',
		sends: `CONNECT SECRET HTTP/1.1\r\nHost: SECRET\r\n\r\n${get('/taken')}`,
		leaked: reached,
		naive: 'proxy',
	},
	{
		name: 'double-slash',
		tried: 'a path that is an address (//host/)',
		holds: 'not forwarded',
		sends: get('//SECRET/taken'),
		leaked: reached,
		naive: 'proxy',
	},
	{
		name: 'redirect',
		tried: 'an index that answers with a redirect to a private address',
		holds: 'not followed',
		sends: get('/simple/humanize/'),
		leaked: reached,
		naive: 'proxy',
		prepare: ({ index, secret }) =>
			index.trouble('/simple/humanize/', { kind: 'redirect', to: `http://${secret.host}/taken` }),
	},
	{
		name: 'redirect-by-name',
		tried: 'a redirect to a name that resolves to this host',
		holds: 'not followed',
		sends: get('/simple/humanize/'),
		leaked: reached,
		naive: 'proxy',
		prepare: ({ index, secret }) =>
			index.trouble('/simple/humanize/', {
				kind: 'redirect',
				to: `http://localhost:${secret.host.split(':')[1]}/taken`,
			}),
	},
	{
		name: 'query',
		tried: 'data in a query',
		holds: 'not passed on',
		sends: get('/simple/humanize/?data=carried-out'),
		leaked: saw(/carried-out/),
		naive: 'pipe',
	},
	{
		name: 'name',
		tried: 'data in the name of a package that nobody asked for',
		holds: 'not passed on',
		sends: get('/simple/carried-out/'),
		leaked: saw(/carried-out/),
		naive: 'pipe',
	},
	{
		name: 'credentials',
		tried: 'data in a header',
		holds: 'not passed on',
		sends: get('/simple/humanize/', 'Authorization: carried-out\r\n'),
		leaked: saw(/carried-out/),
		naive: 'pipe',
	},
	{
		name: 'climb',
		tried: 'a path that climbs (/simple/../)',
		holds: 'not passed on',
		sends: get('/simple/../admin'),
		leaked: saw(/admin/),
		naive: 'pipe',
	},
	{
		name: 'climb-encoded',
		tried: 'a path that climbs, encoded',
		holds: 'not passed on',
		sends: get('/simple/humanize/%2e%2e/%2e%2e/admin'),
		leaked: saw(/admin/),
		naive: 'pipe',
	},
	{
		name: 'climb-file',
		tried: "a file's name that climbs, encoded",
		holds: 'not passed on',
		sends: get(`/files/${'0'.repeat(64)}/..%2f..%2fadmin-1-py3-none-any.whl`),
		leaked: saw(/admin/),
		naive: 'pipe',
	},
	{
		name: 'upload',
		tried: 'an upload (POST)',
		holds: 'not passed on',
		sends: 'POST /simple/humanize/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\ndata',
		leaked: saw(/^POST/),
		naive: 'pipe',
	},
	{
		name: 'other-method',
		tried: 'methods that servers may know (PUT)',
		holds: 'not passed on',
		sends: 'PUT /simple/humanize/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
		leaked: saw(/^PUT/),
		naive: 'pipe',
	},
	{
		name: 'smuggle-length',
		tried: 'a second request in the body of the first (two lengths)',
		holds: 'not passed on',
		sends: `GET /simple/humanize/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nX: y\r\n\r\n${get('/simple/smuggled/')}`,
		leaked: saw(/smuggled/),
		naive: 'pipe',
	},
	{
		name: 'smuggle-chunked',
		tried: 'a second request behind a chunked body',
		holds: 'not passed on',
		sends: `POST /simple/humanize/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get('/simple/smuggled/')}`,
		leaked: saw(/smuggled/),
		naive: 'pipe',
	},
	{
		name: 'host',
		tried: 'a name of its own for the server (Host)',
		holds: 'not passed on',
		sends: 'GET /simple/humanize/ HTTP/1.1\r\nHost: carried-out.example\r\nConnection: close\r\n\r\n',
		leaked: saw(/carried-out/),
		naive: 'pipe',
	},
];

const readySpoof: Attack = {
	name: 'airlock-ready',
	tried: 'a command passes for the relay and says where it listens (POST /ready)',
	holds: "the first word holds, which is the relay's",
	pace: 'slow',
	async run(range) {
		await using site = await openAirlock(range);
		await range.inside(
			sending(site.port, 'POST /ready?port=4711 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
		);
		const attack = (await site.airlock.port) === site.port ? refused('unchanged') : got('the port was changed');
		let last = site.port;
		const believe = (port: number): void => {
			last = port;
		};
		believe(4711);
		return {
			attack,
			control: last === site.port ? refused('unchanged') : got('whoever believes the last word is led elsewhere'),
		};
	},
};

function onRelay(name: string, tried: string, act: string, needs?: Attack['needs']): Attack {
	return {
		name: `airlock-relay-${name}`,
		tried: `a command ${tried} the relay while it is there`,
		holds: 'refused, or not seen',
		pace: 'slow',
		...(needs && { needs }),
		async run(range) {
			await using _site = await openAirlock(range);
			const body = `reached = []
for pid in range(1, 3000):
    if pid in (os.getpid(), os.getppid(), os.getpgrp()): continue
    try: ${act}; reached.append(pid)
    except OSError: pass
(got if reached else refused)(reached[:3] or "none")`;
			const control = `victim = subprocess.Popen(["sleep", "20"], start_new_session=True)
pid = victim.pid
attempt(lambda: (${act}, "it was reached")[1])
victim.kill()`;
			return { attack: readTry(await range.inside(body)), control: readTry(await range.loose('open', control, 1000)) };
		},
	};
}

const onRelays: readonly Attack[] = [
	onRelay('process', 'ends or stops', 'os.kill(pid, 0)'),
	onRelay('descriptors', 'looks at the descriptors of', 'os.listdir(f"/proc/{pid}/fd")', ['hidden processes']),
	onRelay('environment', 'reads the environment of', 'open(f"/proc/{pid}/environ").read()', ['hidden processes']),
];

const shut: Attack = {
	name: 'airlock-shut',
	tried: 'the airlock, once what it was opened for is done',
	holds: 'nobody listens',
	pace: 'slow',
	async run(range) {
		const connecting = (port: number) =>
			`attempt(lambda: (socket.create_connection(("127.0.0.1", ${port}), 3), "somebody listens")[1])`;
		await using site = await openAirlock(range);
		const control = readTry(await range.inside(connecting(site.port)));
		await site[Symbol.asyncDispose]();
		return { attack: readTry(await range.inside(connecting(site.port))), control };
	},
};

const many: Attack = {
	name: 'airlock-many',
	tried: '2,500 requests through one opening',
	holds: 'it is closed after 2,000',
	pace: 'slow',
	async run(range) {
		await using site = await openAirlock(range);
		const body = (port: number) => `import http.client
done = 0
try:
    line = http.client.HTTPConnection("127.0.0.1", ${port}, timeout=10)
    for _ in range(2500):
        line.request("GET", "/nothing"); line.getresponse().read(); done += 1
except (OSError, http.client.HTTPException): pass
(got if done == 2500 else refused)(f"{done} were answered")`;
		const attack = readTry(await range.inside(body(site.port)));
		await using way = await openNaiveProxy(site);
		return { attack, control: readTry(await range.loose('network', body(way.port), 1000)) };
	},
};

export const airlock: Family = {
	title: 'The airlock from inside',
	attacks: [...rows.map(airlockAttack), readySpoof, ...onRelays, shut, many],
};
