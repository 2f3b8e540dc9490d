import type { Command } from '../agent/commands/command.ts';
import type { OverviewOf } from '../agent/commands/overview.ts';
import type { Logger } from '../base/log.ts';
import type { OpenArtifact } from '../chat/events.ts';
import type { DenialOf } from '../chat/inbound.ts';
import type { ListeningOf } from '../chat/listening.ts';
import { splitRule } from '../chat/place.ts';
import type { TitleOf } from '../chat/title.ts';
import type { Records } from '../store/records.ts';
import type { Secrets } from '../store/secrets.ts';
import type { Bindings, Outbox } from '../store/store.ts';
import type { Adapter } from './adapter.ts';
import type { CheckRow } from './check-row.ts';

/** A chat platform's adapter is made with these, besides its own settings. */
export interface AdapterParts {
	readonly commands: readonly Command[];
	readonly outbox: Outbox;
	readonly bindings: Bindings;
	readonly records: Records;
	readonly secrets: Secrets;
	readonly overview: OverviewOf;
	readonly denialOf: DenialOf;
	/** Default: everybody, of whom some may mean others. */
	readonly listeningOf?: ListeningOf;
	/** Default: sessions have none. */
	readonly titleOf?: TitleOf;
	readonly openArtifact: OpenArtifact;
	readonly log: Logger;
}

/** A chat platform with the settings by which this process is connected to it. */
export interface PlatformConnection {
	/** For whoever starts the service: its name, and how messages come in from there. */
	readonly label: string;
	/** The adapter, not yet started. What it needs is loaded only then. */
	connect(parts: AdapterParts): Promise<Adapter>;
	/** Whether it would work with these settings. Changes nothing. Rejects with the signal's reason alone. */
	check(signal: AbortSignal): Promise<readonly CheckRow[]>;
}

/** Settings that are no platform's own, and are read by all of them. */
export interface SharedSettings {
	/** The rules of all roles, on all platforms. */
	readonly rules: readonly string[];
	/** The largest file that is handed in or out, bytes. */
	readonly maxFileBytes: number;
}

/** The places on a platform in which rules give rights, without the platform's prefix. Pure. */
export function placesIn({ rules }: SharedSettings, prefix: string): readonly string[] {
	const start = `${prefix}:`;
	const own = rules.map((rule) => splitRule(rule).place).filter((place) => place.startsWith(start));
	return [...new Set(own.map((place) => place.slice(start.length)))];
}
