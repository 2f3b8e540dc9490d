import type { Opened, Proposal, Pull, Repos } from './repos-state.ts';

/** Tells whether any of these people may be named in a text. */
export type IsNamed = (text: string | undefined) => boolean;

/**
 * Texts for code hosts are made inert, which changes the signs in names: one counts as named where all runs of letters and digits of it stand in the text,
 * so that it is said of too many texts rather than too few. Pure.
 */
export function namingAny(names: Iterable<string>): IsNamed {
	const words = [...names].map((name) => plain(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
	return (text = '') => {
		const whole = plain(text);
		return text !== '' && words.some((parts) => parts.every((part) => whole.includes(part)));
	};
}

function plain(text: string): string {
	return text.normalize('NFKC').toLowerCase();
}

/** Where nothing is known of a title any more. */
const plainTitle = 'Change files';

/** Takes the texts in which somebody is named out of proposals that nobody has said yes to, which end, and out of all others. Pure. */
export function withoutNames(repos: Repos, isNamed: IsNamed): Repos {
	return {
		...repos,
		proposals: repos.proposals.map((one) => (mayName(one, isNamed) ? withoutText(one, isNamed) : one)),
		opened: repos.opened.map((one) => withoutPullText(one, isNamed)),
	};
}

/** Proposals that end by `withoutNames`: their commits may name somebody, too, and nothing is pushed that is not as it was shown. Pure. */
export function withdrawnBy({ proposals }: Repos, isNamed: IsNamed): readonly Proposal[] {
	return proposals.filter((one) => mayName(one, isNamed) && isUndecided(one));
}

/** Whom the commit names of one that was cut off before it had a text, nobody knows. */
function mayName(proposal: Proposal, isNamed: IsNamed): boolean {
	return proposal.step === 'begun' || names(proposal, isNamed);
}

function names({ title, body, renewal }: Proposal | Pull, isNamed: IsNamed): boolean {
	return [title, body, renewal?.part, renewal?.comment].some(isNamed);
}

function isUndecided({ step }: Proposal): boolean {
	return step === 'begun' || step === 'asked';
}

function withoutText(proposal: Proposal, isNamed: IsNamed): Proposal {
	const { title, body: _body, renewal: _renewal, ...left } = proposal;
	if (isUndecided(proposal)) return { ...left, step: 'ended', end: 'withdrawn' };
	return { ...left, title: isNamed(title) ? plainTitle : title, body: '' };
}

function withoutPullText(opened: Opened, isNamed: IsNamed): Opened {
	const { pull } = opened;
	if (!pull || !names(pull, isNamed)) return opened;
	const { renewal: _renewal, ...left } = pull;
	return { ...opened, pull: { ...left, title: isNamed(pull.title) ? plainTitle : pull.title, body: '' } };
}
