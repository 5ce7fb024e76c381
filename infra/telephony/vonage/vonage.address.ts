const CALL = "call";

/**
 * Adds the call to an address, for events that do not name it: those of recordings, of the other side of a transfer,
 * and of a transfer's end.
 */
export const withCall = (url: string, uuid: string): string => {
  const joint = url.includes("?") ? "&" : "?";
  return `${url}${joint}${CALL}=${encodeURIComponent(uuid)}`;
};

/** Returns the call that `withCall` put into an address; null: none. */
export const readCallOfAddress = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).searchParams.get(CALL) : null;
