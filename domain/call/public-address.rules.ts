/** Whether one kind of request came through the platform's public address to the platform itself; a reason completes "over …: ". */
export type Passage = { passes: true } | { passes: false; reason: string };

/** What the platform has found when it tried its own public address. */
export interface PublicAddressReading {
  http: Passage;
  webSocket: Passage;
}

/**
 * Tells whether carriers are to be given turns by webhook instead of a relay. Where neither came through, this machine may only be
 * unable to reach its own address, and carriers are served as usual.
 */
export const passesHttpOnly = (reading: PublicAddressReading | null): boolean =>
  reading !== null && reading.http.passes && !reading.webSocket.passes;

/** Says of a carrier that only hears over a WebSocket why its calls fail meanwhile, and what to do; null: it asks for turns, or all is well. */
export const explainRelayAlone = (
  carrier: { displayName: string; hearsByRelayAlone?: boolean },
  reading: PublicAddressReading | null,
): string | null =>
  carrier.hearsByRelayAlone && passesHttpOnly(reading)
    ? `${carrier.displayName} hears people over a WebSocket alone and cannot ask for each turn instead: its calls end as ` +
      "no_conversation until the proxy passes WebSockets. Call through another carrier until then."
    : null;

/** Returns a sentence for each kind of request that does not come through; none: all do, or nothing was tried yet. */
export const listAddressFindings = (publicBaseUrl: string, reading: PublicAddressReading | null): string[] => {
  if (!reading) return [];
  const { http, webSocket } = reading;
  if (!http.passes) return [sayLeadsElsewhere(publicBaseUrl, http.reason)];
  return webSocket.passes ? [] : [sayPassesNoWebSockets(publicBaseUrl, webSocket.reason)];
};

export const sayLeadsElsewhere = (address: string, reason: string): string =>
  `PUBLIC_BASE_URL (${address}) does not lead to this platform: ${reason}. Carriers cannot report their calls, and nobody hears an agent`;

export const sayPassesNoWebSockets = (address: string, reason: string): string =>
  `PUBLIC_BASE_URL (${address}) passes no WebSockets: ${reason}. Let the proxy in front pass the headers Upgrade and Connection; until ` +
  "then carriers ask for each turn where they can, and calls through the others fail";
