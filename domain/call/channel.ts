import { TEXT_MODE, WEB_MODE } from "./session-modes.rules.ts";

/** How somebody talks with an agent: by telephone, in the browser, or in text. */
export const CHANNELS = ["telephony", "web", "chat"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The modes of runs by channel; those of every other mode are by telephone. */
export const MODES_OF_CHANNEL: Readonly<Record<Exclude<Channel, "telephony">, readonly string[]>> = {
  web: [WEB_MODE, "webrtc"],
  chat: [TEXT_MODE],
};
