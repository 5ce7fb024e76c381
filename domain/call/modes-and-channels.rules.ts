/** A session in text. It is a run and no call: figures of calls leave it out. */
export const TEXT_MODE = "textchat";
/** A call in the browser, by the platform's own means. */
export const WEB_MODE = "smallwebrtc";

/** The modes of runs without a telephone, which take no line: text sessions and web calls. */
export const SESSION_MODES: readonly string[] = [TEXT_MODE, WEB_MODE];

export const isSessionMode = (mode: string): boolean => SESSION_MODES.includes(mode);

/** How somebody talks with an agent: by telephone, in the browser, or in text. */
export const CHANNELS = ["telephony", "web", "chat"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The modes of runs by channel; those of every other mode are by telephone. */
export const MODES_OF_CHANNEL: Readonly<Record<Exclude<Channel, "telephony">, readonly string[]>> = {
  web: [WEB_MODE, "webrtc"],
  chat: [TEXT_MODE],
};
