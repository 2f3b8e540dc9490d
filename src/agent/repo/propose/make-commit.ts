import type { Committed, NotDone } from '../../../git/git.ts';
import type { ToolContext } from '../../tool.ts';
import { staging } from '../open/guest-folder.ts';
import { watchOf } from '../open/open-repository.ts';
import { openIn, sandboxFailed } from '../open/sandbox-failed.ts';
import type { Parts } from '../parts.ts';
import { keptName, type Proposal } from '../state/repos-state.ts';
import type { Scene } from './scene.ts';

/**
 * A trailer takes an address, and code hosts take it for whose account that is: people's are not known here, and one that could be somebody's would name the
 * wrong one. Hosts show the name alone for an address that nobody has; none is ever had below `.invalid` (RFC 2606).
 */
const noAddress = 'asker@users.noreply.invalid';

/** One commit of what is in the sandbox now, kept under the proposal's name. That the sandbox died is a refusal; rejects otherwise as `Git.commit`. */
export async function makeCommit(
	{ wish, access, git, opened, pull }: Scene,
	proposal: Proposal,
	{ deps }: Pick<Parts, 'deps'>,
	context: ToolContext,
): Promise<Committed | NotDone> {
	const { repository } = access;
	const { person } = context.call;
	const coAuthor = repository.wishes.names && person ? { name: person.name, email: noAddress } : undefined;
	const sandbox = await context.sandbox();
	const process = await openIn(sandbox, staging(opened.folder), context.signal);
	if ('kind' in process) return process;
	await using stage = process;
	stage.stream.end();
	const printed = watched(stage.stream);
	const order = {
		at: { repository, commit: opened.base },
		name: keptName(context.session.id, proposal),
		tree: printed.bytes,
		message: deps.texts.commitMessage({ ...wish, coAuthor }),
		...(pull && { onto: pull.head }),
	};
	try {
		return await git.commit(order, watchOf(context));
	} catch (error) {
		if (printed.broken()) return sandboxFailed(error, context.signal);
		throw error;
	}
}

interface Printed {
	readonly bytes: AsyncIterable<Uint8Array>;
	/** The sandbox died under it. */
	broken(): boolean;
}

function watched(stream: AsyncIterable<Uint8Array>): Printed {
	let isBroken = false;
	async function* bytes(): AsyncGenerator<Uint8Array> {
		try {
			yield* stream;
		} catch (error) {
			isBroken = true;
			throw error;
		}
	}
	return { bytes: bytes(), broken: () => isBroken };
}
