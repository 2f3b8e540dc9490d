import { fitsRoute } from './route-pattern.ts';

/** A refusal as Discord's, or anything else that a proxy in between might answer. */
export interface RefusingFault {
	readonly status: number;
	/** Of the JSON; without it, and with `text`, the answer is no JSON. */
	readonly code?: number;
	readonly message?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Instead of JSON, as Cloudflare's pages. */
	readonly text?: string;
}

/** `drop-request`: cut before anything is done; `drop-response`: done, then cut; `hang`: nothing is done and no answer comes. */
export type Fault = RefusingFault | 'drop-request' | 'drop-response' | 'hang';

export interface Faults {
	/** `pattern`: as `POST /channels/:id/messages`; the method may be left out. */
	failNext(pattern: string, fault: Fault, times?: number): void;
	/** Every request fails for so long, by the fake's clock, downloads too. */
	outage(fault: Fault, ms: number): void;
	/** The fault that this request meets; counts it. `path`: without `/api/v10`. */
	take(method: string, path: string): Fault | undefined;
}

interface Planned {
	readonly pattern: string;
	readonly fault: Fault;
	left: number;
}

export function createFaults(now: () => number): Faults {
	let outage: { readonly fault: Fault; readonly until: number } | undefined;
	const planned: Planned[] = [];
	return {
		failNext(pattern, fault, times = 1) {
			planned.push({ pattern, fault, left: times });
		},
		outage(fault, ms) {
			outage = { fault, until: now() + ms };
		},
		take(method, path) {
			if (outage && now() < outage.until) return outage.fault;
			const next = planned.find(({ pattern, left }) => left > 0 && fitsRoute(pattern, method, path));
			if (next) next.left -= 1;
			return next?.fault;
		},
	};
}
