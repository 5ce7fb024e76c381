/** The query of an address, as the router reads it. */
export type Search = Record<string, unknown>;

export const readText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

export const readNumber = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

export const readEnvironment = (value: unknown): "production" | "sandbox" | undefined =>
  value === "production" || value === "sandbox" ? value : undefined;

export const readDirection = (value: unknown): "inbound" | "outbound" | undefined =>
  value === "inbound" || value === "outbound" ? value : undefined;

const TEXT_STATES = ["queued", "unknown", "sent", "delivered", "failed", "received"] as const;

export const readTextState = (value: unknown): (typeof TEXT_STATES)[number] | undefined =>
  TEXT_STATES.find((state) => state === value);

/** Reads an instant in ISO 8601. */
export const readTime = (value: unknown): string | undefined =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Returns only the fields that are set, so that the address stays short. */
export const omitUnset = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } => {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  return Object.assign(kept, Object.fromEntries(entries));
};

/** Reads and writes the path parameter of an agent's pages. */
export const agentParams = {
  parse: ({ agentId }: { agentId: string }) => ({ agentId: Number(agentId) }),
  stringify: ({ agentId }: { agentId: number }) => ({ agentId: String(agentId) }),
};

export const campaignParams = {
  parse: ({ campaignId }: { campaignId: string }) => ({ campaignId: Number(campaignId) }),
  stringify: ({ campaignId }: { campaignId: number }) => ({ campaignId: String(campaignId) }),
};

export const carrierParams = {
  parse: ({ carrierId }: { carrierId: string }) => ({ carrierId: Number(carrierId) }),
  stringify: ({ carrierId }: { carrierId: number }) => ({ carrierId: String(carrierId) }),
};

export const callParams = {
  parse: ({ agentId, callId }: { agentId: string; callId: string }) => ({
    agentId: Number(agentId),
    callId: Number(callId),
  }),
  stringify: ({ agentId, callId }: { agentId: number; callId: number }) => ({
    agentId: String(agentId),
    callId: String(callId),
  }),
};

export const listParams = {
  parse: ({ listId }: { listId: string }) => ({ listId: Number(listId) }),
  stringify: ({ listId }: { listId: number }) => ({ listId: String(listId) }),
};

export const rehearsalParams = {
  parse: ({ agentId, rehearsalId }: { agentId: string; rehearsalId: string }) => ({
    agentId: Number(agentId),
    rehearsalId: Number(rehearsalId),
  }),
  stringify: ({ agentId, rehearsalId }: { agentId: number; rehearsalId: number }) => ({
    agentId: String(agentId),
    rehearsalId: String(rehearsalId),
  }),
};

export const scenarioParams = {
  parse: ({ agentId, scenarioId }: { agentId: string; scenarioId: string }) => ({
    agentId: Number(agentId),
    scenarioId: Number(scenarioId),
  }),
  stringify: ({ agentId, scenarioId }: { agentId: number; scenarioId: number }) => ({
    agentId: String(agentId),
    scenarioId: String(scenarioId),
  }),
};
