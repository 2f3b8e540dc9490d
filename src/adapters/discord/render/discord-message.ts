import type { APIEmbed, APIMessageTopLevelComponent } from 'discord-api-types/v10';

/** A message as it is shown, without what `rest/` adds to it: nonce, mentions, files. */
export type DiscordMessage =
	/** `markdown`: at most 2,000 characters, markers and all. */
	| {
			readonly kind: 'text';
			readonly markdown: string;
			readonly components?: readonly APIMessageTopLevelComponent[];
			/** Ids of people in it who are notified when it is posted. */
			readonly mentions?: readonly string[];
	  }
	/** Components V2. */
	| { readonly kind: 'components'; readonly components: readonly APIMessageTopLevelComponent[] }
	/** Where V2 is refused. */
	| {
			readonly kind: 'embed';
			readonly embed: APIEmbed;
			readonly components?: readonly APIMessageTopLevelComponent[];
	  };
