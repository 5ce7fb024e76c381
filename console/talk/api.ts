/** What the page's address leads to. */
export interface Described {
  kind: "conversation" | "embed";
  agent_name: string;
  language: string;
}

/** What the API says against it, in its own words. */
export class ApiError extends Error {}

const ask = async (path: string, method: "GET" | "POST"): Promise<unknown> => {
  const response = await fetch(`/api/v1/public/talk/${path}`, { method });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  throw new ApiError(field(body, "detail") ?? response.statusText);
};

const field = (value: unknown, name: string): string | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === "string" ? found : undefined;
};

export const describe = async (token: string): Promise<Described> => {
  const body = await ask(token, "GET");
  return {
    kind: field(body, "kind") === "embed" ? "embed" : "conversation",
    agent_name: field(body, "agent_name") ?? "",
    language: field(body, "language") ?? "en-US",
  };
};

/** Begins a conversation by an embed token; gives the token that joins it. */
export const startByEmbedToken = async (token: string): Promise<string> => {
  const body = await ask(token, "POST");
  const join: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "join") : null;
  return field(join, "token") ?? "";
};
