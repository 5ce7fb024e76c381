/** A session in text. It is a run and no call: figures of calls leave it out. */
export const TEXT_MODE = "textchat";
/** A call in the browser, by the platform's own means. */
export const WEB_MODE = "smallwebrtc";

/** The modes of runs without a telephone, which take no line: text sessions and web calls. */
export const SESSION_MODES: readonly string[] = [TEXT_MODE, WEB_MODE];

export const isSessionMode = (mode: string): boolean => SESSION_MODES.includes(mode);
