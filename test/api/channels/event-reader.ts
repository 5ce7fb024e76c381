import type { ApiClient } from "../../harness/api-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";

export interface ReadEvent {
  id: string | undefined;
  name: string | undefined;
  data: Record<string, unknown>;
}

export interface EventReader {
  status: number;
  events: ReadEvent[];
  /** The first event that fits, once it has come. */
  until(what: string, fits: (event: ReadEvent) => boolean): Promise<ReadEvent>;
  close(): void;
}

/** Reads a stream of server-sent events as a browser would. */
export const readEvents = async (
  client: ApiClient,
  path: string,
  { lastEventId, body }: { lastEventId?: string; body?: object } = {},
): Promise<EventReader> => {
  const reader = new AbortController();
  const headers = {
    ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    ...(body && { "content-type": "application/json" }),
  };
  const sent = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const response = await client.fetch(path, { ...sent, signal: reader.signal, headers });
  const events: ReadEvent[] = [];
  const read = async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      events.push(...blocks.flatMap(eventIn));
    }
  };
  read().catch(() => {});
  return {
    status: response.status,
    events,
    until: (what, fits) => waitUntil(what, () => events.find(fits)),
    close: () => reader.abort(),
  };
};

const eventIn = (block: string): ReadEvent[] => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const data = field("data");
  return data === undefined ? [] : [{ id: field("id"), name: field("event"), data: JSON.parse(data) }];
};
