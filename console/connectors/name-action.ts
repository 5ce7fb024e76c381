import { formatName } from "../words/format.ts";
import { sayOffer } from "../words/say-offer.ts";

/** Names an action of an app for people: `create_event` is "create event". */
export const nameAction = (name: string): string => sayOffer(formatName(name));
