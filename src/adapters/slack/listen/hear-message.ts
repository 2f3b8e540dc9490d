import type { Person } from '../../../chat/thread.ts';
import { isOurs } from '../../intake/handle-message.ts';
import type { Sign } from '../../intake/heard.ts';
import { inboundOf, isForUs, mayShow } from '../../intake/said.ts';
import { type DecodedMessage, saidIn } from '../decode/decode-message.ts';
import { readableText } from '../decode/readable-text.ts';
import { personMet } from '../decode/who-spoke.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { ListenDeps } from './listen-deps.ts';

/** Shows that a message was heard which is for us and may begin a turn, while it is stored. Disposing takes that away where it was not. */
export function hearMessage(decoded: DecodedMessage, external: boolean, deps: ListenDeps): Disposable {
	return deps.heard.begin(messageKey(decoded.place), (isOpen) => show(decoded, { external, isOpen }, deps));
}

interface At {
	/** The channel is shared with other workspaces. */
	readonly external: boolean;
	readonly isOpen: () => boolean;
}

async function show(decoded: DecodedMessage, { external, isOpen }: At, deps: ListenDeps): Promise<Sign | undefined> {
	const { place, root, user, userTeam, address } = decoded;
	const thread = threadAt({ ...place, ts: root });
	const ours = await isOurs(thread, deps);
	if (!isForUs(address, ours) || !(await mayShow(address, thread, deps.listeningOf))) return undefined;
	const person = await personMet({ ...place, user, userTeam, external }, deps);
	if (!person || deps.denialOf({ type: 'message', person, thread }) !== undefined) return undefined;
	return isMessage(decoded, person, ours, deps) && isOpen() ? deps.heardStatus.show(thread) : undefined;
}

/** Whether it is neither a stop nor a command, as far as can be told before anybody's name is known. */
function isMessage(decoded: DecodedMessage, person: Person, ours: boolean, { commands }: ListenDeps): boolean {
	const text = readableText(decoded.text, (user) => user);
	const said = saidIn(decoded, { person, text, files: decoded.files, audience: undefined });
	return inboundOf(said, { ours, commands }).type === 'message';
}
