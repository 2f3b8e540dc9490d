import type { Kind } from '../../support/code-host/code-host-ground.ts';
import { describeNews } from './contract-news.ts';
import { describeRenew } from './contract-renew.ts';
import { describeTrouble } from './contract-trouble.ts';
import { describeWork } from './contract-work.ts';

/** What every code host keeps to, against a strict stand-in of its API. */
export function describeCodeHost(kind: Kind): void {
	describeWork(kind);
	describeNews(kind);
	describeRenew(kind);
	describeTrouble(kind);
}
