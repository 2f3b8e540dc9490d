import pino from 'pino';

/** Facts beside a constant message. An error goes under `err`. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The process's log. Messages are constant sentences, facts are fields. */
export interface Logger {
	debug(message: string, fields?: LogFields): void;
	info(message: string, fields?: LogFields): void;
	warn(message: string, fields?: LogFields): void;
	error(message: string, fields?: LogFields): void;
	child(fields: LogFields): Logger;
}

/** A logger that writes JSON lines to `stream` from `level` upwards. Secrets never get here: callers log facts, not settings. */
export function createLogger(level: string, stream: pino.DestinationStream): Logger {
	return wrap(pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream));
}

/** A logger that keeps silent. */
export const silentLogger: Logger = wrap(pino({ level: 'silent' }));

function wrap(inner: pino.Logger): Logger {
	return {
		debug: (message, fields = {}) => inner.debug(fields, message),
		info: (message, fields = {}) => inner.info(fields, message),
		warn: (message, fields = {}) => inner.warn(fields, message),
		error: (message, fields = {}) => inner.error(fields, message),
		child: (fields) => wrap(inner.child(fields)),
	};
}
