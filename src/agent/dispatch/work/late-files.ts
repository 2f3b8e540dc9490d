import { messageOf } from '../../../base/errors.ts';
import type { MessageInbound } from '../../../chat/inbound.ts';
import { type OpenTurn, takenKeys } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { reread } from '../inbox/as-wanted-now.ts';

/**
 * Has a turn that an earlier process began get the files of its messages that were not delivered when they were taken: it may have ended in between,
 * and nobody may deliver them again. They come in as they would have. Never rejects.
 */
export async function takeLateFiles(
	open: OpenTurn,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<void> {
	try {
		const keys = takenKeys(open);
		const waiting = await deps.store.inbox.waiting(session.id);
		for (const inbound of waiting) {
			if (inbound.type !== 'message' || !inbound.filesMayCome || !keys.includes(inbound.key)) continue;
			await takeFilesOf(inbound, deps, signal);
		}
	} catch (error) {
		deps.log.info('Files that may have come late cannot be asked for', { reason: messageOf(error) });
	}
}

async function takeFilesOf(message: MessageInbound, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const now = await reread(message, deps, signal);
	const [key] = (now.state === 'changed' && now.parts) || [];
	if (now.state !== 'changed' || key === undefined || now.files.length === 0) return;
	const { withEarlier, filesMayCome, ...rest } = message;
	await deps.accept({ ...rest, key, text: '', files: [...now.files], steers: true });
}
