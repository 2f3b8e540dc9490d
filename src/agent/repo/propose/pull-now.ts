import type { CodeHost } from '../../../git/code-host/code-host.ts';
import type { Access } from '../../../git/repository.ts';
import { markOf, type Pull } from '../state/repos-state.ts';

/** Whether a pull request takes more commits, as its host says now; one that cannot be asked leaves it as it was. Rejects with the signal's reason. */
export async function stateNow(
	pull: Pull,
	access: Access,
	host: CodeHost,
	signal: AbortSignal,
): Promise<'open' | 'merged' | 'closed' | 'gone'> {
	if (pull.number === undefined) return 'open';
	if (pull.state === 'merged' || pull.state === 'closed' || pull.state === 'gone') return pull.state;
	const news = await host.news(access, pull.number, markOf(pull.mark), signal);
	if (news.kind === 'refused') return news.gone ? 'gone' : 'open';
	return news.state;
}
