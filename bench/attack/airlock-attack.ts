import { type Attack, got, refused, type Try } from './attack.ts';
import { type AirlockSite, openAirlock, openNaiveProxy, openPipe } from './range/airlock-site.ts';
import type { Range } from './range/range.ts';
import { readTry } from './range/script.ts';

/** One request through an open airlock. */
export interface AirlockRow {
	readonly name: string;
	readonly tried: string;
	readonly holds: string;
	/** Bytes that are sent to the relay; `SECRET` is the address that must not be reached. */
	readonly sends: string;
	/** By what the index and the forbidden server were asked for. */
	readonly leaked: (site: AirlockSite) => boolean;
	/** What the control sends to: a proxy that fetches whatever it is asked, or a way through for bytes. */
	readonly naive: 'proxy' | 'pipe';
	/** What the index does meanwhile. */
	readonly prepare?: (site: AirlockSite) => void;
}

/** Python: sends bytes and reads what comes; never GOT, for what counts is seen elsewhere. */
export const sending = (port: number, bytes: string) => `line = socket.create_connection(("127.0.0.1", ${port}), 5)
line.settimeout(3)
line.sendall(${JSON.stringify(bytes)}.encode())
said = b""
try:
    while len(said) < 4000:
        more = line.recv(4096)
        if not more: break
        said += more
except OSError: pass
refused(said[:60].decode(errors="replace"))`;

export function airlockAttack({ name, tried, holds, sends, leaked, naive, prepare }: AirlockRow): Attack {
	return {
		name: `airlock-${name}`,
		tried: `through an open airlock: ${tried}`,
		holds,
		pace: 'slow',
		async run(range) {
			const attack = await once(range, async (site) => {
				const said = readTry(await range.inside(sending(site.port, sends.replaceAll('SECRET', site.secret.host)))).sign;
				return { site, said };
			});
			const control = await once(range, async (site) => {
				await using way = await (naive === 'proxy' ? openNaiveProxy(site) : openPipe(site));
				const body = sending(way.port, sends.replaceAll('SECRET', site.secret.host));
				return { site, said: readTry(await range.loose('network', body, 1000)).sign };
			});
			return { attack, control };
		},
	};

	async function once(
		range: Range,
		act: (site: AirlockSite) => Promise<{ site: AirlockSite; said: string }>,
	): Promise<Try> {
		await using site = await openAirlock(range);
		prepare?.(site);
		const { said } = await act(site);
		const sign = said.split('\r')[0] || 'closed';
		return leaked(site) ? got(`it was passed on (${sign})`) : refused(sign);
	}
}
