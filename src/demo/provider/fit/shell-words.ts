import { dirname } from 'node:path/posix';
import type { Act } from '../step.ts';

type FileStep = Exclude<Act, { readonly kind: 'run' }>;

/** A command of a POSIX shell that does what a tool for files would do. Replacing takes Python. Pure. */
export function commandFor(step: FileStep): string {
	const path = quoted(step.path);
	switch (step.kind) {
		case 'write':
			return `mkdir -p ${quoted(dirname(step.path))} && printf %s ${quoted(step.content)} > ${path}`;
		case 'read':
			return `cat ${path}`;
		case 'replace':
			return `python3 -c ${quoted(replacing)} ${path} ${quoted(step.before)} ${quoted(step.after)}`;
	}
}

const replacing =
	'import sys; p,a,b=sys.argv[1:]; s=open(p).read(); assert a in s; open(p,"w").write(s.replace(a,b,1))';

/** One word of a shell's line, whatever is in it. */
function quoted(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}
