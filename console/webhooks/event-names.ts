import { words } from "../words/words.ts";

/** Names a kind of event as people say it; one that has no name here is shown as the API writes it. */
export const nameEvent = (kind: string): string => words.organization.eventKinds[kind] ?? kind;
