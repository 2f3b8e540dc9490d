import { z } from 'zod';
import { walkRequests } from '../line/messages.ts';

/** A session's id, or a lab's: with nothing in it that leads elsewhere. */
const session = z.string().regex(/^(?:lab )?[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/);
/** A run of a session's coding agent. */
const run = z.string().regex(/^agent [A-Za-z0-9][A-Za-z0-9._-]{0,254}~[1-9][0-9]{0,5}$/);
/** Those of agents; default: those of sessions. */
const of = z.literal('agents').optional();
const bytes = z.number().int().positive();
/** By which the helper has answered: a container, or what was started in it. */
const handle = z.string().regex(/^[0-9a-f]{16}$/);
/** A container's, or of a relay in it. */
const box = handle;

/** Root's helper does this, and nothing else. */
export const hostOrders = z.discriminatedUnion('verb', [
	z.object({ verb: z.literal('ready'), of }),
	z.object({
		verb: z.literal('pass-over'),
		of,
		runtime: z.string().regex(/^[a-z]{1,16}$/),
		why: z.string().max(1_000),
	}),
	/** Left-overs of either kind. */
	z.object({ verb: z.literal('clear') }),
	z.object({ verb: z.literal('boot'), session: z.union([session, run]), diskBytes: bytes }),
	z.object({ verb: z.literal('boot-waiting'), diskBytes: bytes }),
	z.object({ verb: z.literal('give'), box, session, diskBytes: bytes }),
	z.object({ verb: z.literal('hold'), box }),
	z.object({ verb: z.literal('end'), box }),
	z.object({ verb: z.literal('kill'), box }),
	z.object({ verb: z.literal('any'), box }),
	z.object({ verb: z.literal('users'), box }),
	z.object({ verb: z.literal('exit-code'), box }),
	z.object({ verb: z.literal('oom'), box }),
	z.object({ verb: z.literal('disk-lost'), box }),
	z.object({ verb: z.literal('relay'), box, errand: z.enum(['resolve', 'install', 'gateway']) }),
	z.object({ verb: z.literal('end-relay'), box, relay: handle }),
	z.object({ verb: z.literal('walk'), box, hostDevice: z.number().int().nonnegative() }),
	...walkRequests,
	/** All of that kind end, their Podman's service too. */
	z.object({ verb: z.literal('close'), of }),
]);
export type HostOrder = z.infer<typeof hostOrders>;

/** Where a stream is to be had, once: at this socket, for whoever first sends the ticket and a line break. */
export const streamOffer = z.object({ socket: z.string(), ticket: z.string() });
export type StreamOffer = z.infer<typeof streamOffer>;

/** The answers that hold something. */
export const answers = {
	ready: z.object({ runtime: z.string().optional(), passedOver: z.array(z.string()), bindsLate: z.boolean() }),
	passOver: z.object({ passed: z.boolean() }),
	boot: z.object({ box: handle, stream: streamOffer }),
	hold: z.object({ runtime: z.string(), unenforced: z.array(z.string()) }),
	yes: z.object({ yes: z.boolean() }),
	users: z.object({ users: z.array(z.object({ pid: z.number(), command: z.string(), seconds: z.number() })) }),
	exitCode: z.object({ code: z.number().optional() }),
	oom: z.object({ sign: z.enum(['killed', 'none', 'likely']) }),
	relay: z.object({ relay: handle, stream: streamOffer }),
};
