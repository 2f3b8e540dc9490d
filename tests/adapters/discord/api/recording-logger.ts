import type { LogFields, Logger } from '../../../../src/base/log.ts';

export interface LoggedLine {
	readonly level: 'debug' | 'info' | 'warn' | 'error';
	readonly message: string;
	readonly fields: LogFields;
}

/** A log in memory; of `debug` nothing is kept. */
export function recordingLogger(): { readonly log: Logger; readonly lines: readonly LoggedLine[] } {
	const lines: LoggedLine[] = [];
	const at =
		(level: LoggedLine['level']) =>
		(message: string, fields: LogFields = {}) =>
			void lines.push({ level, message, fields });
	const log: Logger = { debug: () => {}, info: at('info'), warn: at('warn'), error: at('error'), child: () => log };
	return { log, lines };
}
