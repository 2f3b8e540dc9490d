import type { LintFinding } from '../../../lint/linter.ts';
import type { Capability } from '../spec/spec.ts';
import type { Problem } from './problem.ts';

/** Refused as syntax: what Python itself does not compile, or ruff cannot read. The rules' own pages say so of each. */
const syntax = new Set(['invalid-syntax', 'F404', 'F406', 'F407', 'F622', 'F701', 'F702', 'F704', 'F706', 'F707']);

/**
 * Refused by rule, from ruff's pages of pyflakes (F), bandit (S) and pylint (PLE). Pylint's errors are all hard, but for those in `softErrors`.
 */
const hard = new Set([
	// Names that are nowhere: NameError when the line runs. F403 keeps anybody from knowing.
	...['F403', 'F821', 'F822', 'F823'],
	// Formatting that raises whenever it runs: TypeError, KeyError, ValueError.
	...['F501', 'F502', 'F503', 'F505', 'F506', 'F507', 'F508', 'F509', 'F521', 'F524', 'F525', 'F621'],
	// Conditions that do not say what was meant, and raises of what is not an error.
	...['F631', 'F632', 'F633', 'F634', 'F901'],
	// Runs what it is handed: exec, eval, unpickling, marshal, yaml.load, logging's configuration from a socket.
	...['S102', 'S301', 'S302', 'S307', 'S506', 'S612'],
	// Takes any certificate or host key for the right one.
	...['S323', 'S501', 'S507'],
	// A shell, whatever is declared: `subprocess` with a list of arguments does the same.
	...['S602', 'S604', 'S605', 'S609'],
]);

/** Programs without a shell: for those who declare it. */
const withSubprocess = new Set(['S603', 'S606', 'S607']);
/** Said of what works all the same: letters twice in a `strip`. */
const softErrors = new Set(['PLE1310']);

/** Sorts a linter's findings. Warnings refuse nothing: they go to the Coder with the next try, if there is one. */
export interface LintVerdict {
	readonly problems: readonly Problem[];
	readonly warnings: readonly string[];
}

/** Sorts what the linter found into what refuses a draft and what is only said. Pure. */
export function lintVerdict(findings: readonly LintFinding[], capabilities: readonly Capability[]): LintVerdict {
	const allowed = capabilities.includes('subprocess') ? withSubprocess : new Set<string>();
	const told = findings.filter(({ code }) => !allowed.has(code));
	return {
		problems: told.filter(isHard).map(({ code, line, message }) => ({
			class: syntax.has(code) ? 'syntax' : 'lint',
			line,
			text: code === 'invalid-syntax' ? message : `${code} ${message}`,
		})),
		warnings: told
			.filter((finding) => !isHard(finding))
			.map(({ code, line, message }) => `line ${line}: ${code} ${message}`),
	};
}

function isHard({ code }: LintFinding): boolean {
	if (syntax.has(code) || hard.has(code) || withSubprocess.has(code)) return true;
	return code.startsWith('E9') || (code.startsWith('PLE') && !softErrors.has(code));
}
