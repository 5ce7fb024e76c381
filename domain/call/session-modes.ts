/** The modes of runs without a telephone: text sessions and web calls. */
export const SESSION_MODES: readonly string[] = ["textchat", "smallwebrtc"];

export const isSessionMode = (mode: string): boolean => SESSION_MODES.includes(mode);
