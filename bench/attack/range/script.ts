import type { Try } from '../attack.ts';

/** The head of each script: an attack says GOT or REFUSED, once, and why. */
const head = `import ctypes, errno, json, os, re, signal, socket, struct, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *args):
    done = libc.syscall(ctypes.c_long(number), *(ctypes.c_long(one) if isinstance(one, int) else one for one in args))
    if done < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return done
def say(word, what=""): print("\\n" + word, str(what).replace("\\n", " ")[:300], flush=True)
def got(what="it worked"): say("GOT", what)
def refused(what): say("REFUSED", what)
def absent(what): say("ABSENT", what)
def name(error): return errno.errorcode.get(getattr(error, "errno", None), type(error).__name__)
def attempt(act):
    try: got(act())
    except (OSError, ValueError, AttributeError, MemoryError) as error: refused(name(error))
def reach(act):
    """Whether a system call was let through to the kernel, whose other refusals are as good as its consent: the arguments do no harm."""
    try: got(act())
    except OSError as error: (refused if name(error) in ("EPERM", "ENOSYS", "EAFNOSUPPORT", "EPROTONOSUPPORT") else got)(name(error))
def filtered(act, *answers):
    """Whether a filter gave one of its answers; the kernel's own are other ones, that it lacks what is asked for among them."""
    try: got(act())
    except OSError as error: (refused if name(error) in answers else got)(name(error))
`;

/** What a script prints last, whatever became of it. */
export const scriptEnd = 'END-OF-SCRIPT';

/** What is read of a script whose sandbox has ended under it, and why that was. */
export const sandboxEnded = 'SANDBOX-ENDED';

/** A Python script with what all have at their head. */
export function scriptOf(body: string): string {
	const indented = body.replaceAll(/^/gm, '    ');
	return `${head}try:\n${indented}\nfinally: print("\\n${scriptEnd}", flush=True)\n`;
}

/** What a script said last. Throws when it said neither: it broke. */
export function readTry(said: string): Try {
	const words = [...said.matchAll(/^(GOT|REFUSED|ABSENT) ?(.*)$/gm)].at(-1);
	const ended = new RegExp(`^${sandboxEnded} (.*)$`, 'm').exec(said)?.[1];
	if (ended !== undefined) return { got: true, sign: `the sandbox ended (${ended})` };
	const killed = /killed by (SIGSYS|SIGKILL)/.exec(said)?.[0];
	if (words === undefined && killed !== undefined) return { got: false, sign: killed };
	if (words === undefined) throw new Error(`the script did not say how it went: ${said.trim().slice(-600)}`);
	const [, word, sign = ''] = words;
	return { got: word === 'GOT', sign, ...(word === 'ABSENT' && { absent: true }) };
}
