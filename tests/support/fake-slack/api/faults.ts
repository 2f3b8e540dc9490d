/**
 * A fault: Slack's error word; an HTTP status; `drop-request`: the connection ends before anything is done; `drop-response`: it is
 * done, then the connection ends unanswered; `hang`: nothing is done and nothing answered.
 */
export type Fault = string | { readonly status: number } | 'drop-request' | 'drop-response' | 'hang';

export interface Faults {
	/** The next calls of a method fail, those of before too; with 0 none does any more. Besides methods: `upload`, `download`, `response_url`. */
	failNext(method: string, fault: Fault, times?: number): void;
	/** Every request fails for so long, by the fake's clock: methods, uploads, downloads and response URLs alike. */
	outage(fault: Fault, ms: number): void;
	/** The fault that this call meets. */
	take(method: string): Fault | undefined;
}

export function createFaults(now: () => number): Faults {
	let outage: { readonly fault: Fault; readonly until: number } | undefined;
	const queued = new Map<string, Fault[]>();
	return {
		failNext(method, fault, times = 1) {
			const before = times === 0 ? [] : (queued.get(method) ?? []);
			queued.set(method, [...before, ...Array.from({ length: times }, () => fault)]);
		},
		outage(fault, ms) {
			outage = { fault, until: now() + ms };
		},
		take: (method) => (outage && now() < outage.until ? outage.fault : queued.get(method)?.shift()),
	};
}
