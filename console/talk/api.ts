import { words } from "./words.ts";

/** The target of the page's address. */
export interface Described {
  kind: "conversation" | "embed";
  agent_name: string;
  language: string;
  /** Where a conversation with audio is joined; null: it has none. */
  audio: Audio | null;
}

/** LiveKit's server and the token that opens the room of one conversation, or our own WebSocket for its sound. */
export interface Audio {
  kind: "livekit" | "socket";
  url: string;
  token: string;
}

/** How a conversation is joined. */
export type Join = { kind: "relay"; token: string } | { kind: "audio"; audio: Audio };

/** An error answer of the API, in the viewer's language as far as there are words for it. */
export class ApiError extends Error {}

const ask = async (path: string, method: "GET" | "POST"): Promise<unknown> => {
  const response = await fetch(`/api/v1/public/talk/${path}`, { method });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  throw new ApiError(words.refusals[field(body, "code") ?? ""] ?? field(body, "detail") ?? response.statusText);
};

const field = (value: unknown, name: string): string | undefined => {
  const found = part(value, name);
  return typeof found === "string" ? found : undefined;
};

export const describeLink = async (token: string): Promise<Described> => {
  const body = await ask(token, "GET");
  return {
    kind: field(body, "kind") === "embed" ? "embed" : "conversation",
    agent_name: field(body, "agent_name") ?? "",
    language: field(body, "language") ?? "en-US",
    audio: audioOf(part(body, "audio")),
  };
};

/** Begins a conversation by an embed token. `recognition`: the page's choice of what hears, as it stands in its address. */
export const startByEmbedToken = async (token: string, recognition: string | null): Promise<Join> => {
  const query = recognition === "browser" ? "?recognition=browser" : "";
  const join = part(await ask(`${token}${query}`, "POST"), "join");
  const audio = field(join, "kind") === "relay" ? null : audioOf(join);
  return audio ? { kind: "audio", audio } : { kind: "relay", token: field(join, "token") ?? "" };
};

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : null;

const audioOf = (value: unknown): Audio | null => {
  const url = field(value, "url");
  const token = field(value, "token");
  const kind = field(value, "kind") === "socket" ? "socket" : "livekit";
  return url && token ? { kind, url, token } : null;
};
