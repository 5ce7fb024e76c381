import { words } from "../words/words.ts";

/** Names a kind of event in people's words; one without a name here is shown as the API writes it. */
export const nameEvent = (kind: string): string => words.organization.eventKinds[kind] ?? kind;
