export interface ServerEvent {
  id: string | null;
  event: string;
  data: string;
  /** How long the server asks to wait before a lost stream is opened again; null where it did not say so yet. */
  retryMs: number | null;
}

interface Reading {
  lastEventId: string | null;
  onBytes(): void;
}

/** Reads server-sent events, as the standard of HTML defines them. */
export const readServerEvents = async function* (
  body: ReadableStream<Uint8Array>,
  { lastEventId, onBytes }: Reading,
): AsyncGenerator<ServerEvent, void, undefined> {
  let id = lastEventId;
  let retryMs: number | null = null;
  let event = "";
  let data: string[] = [];
  for await (const line of readLines(body, onBytes)) {
    if (line === "") {
      if (data.length > 0) yield { id, event: event || "message", data: data.join("\n"), retryMs };
      event = "";
      data = [];
      continue;
    }
    const [field, value] = splitLine(line);
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
  }
};

const splitLine = (line: string): [string, string] => {
  const colon = line.indexOf(":");
  return colon === -1 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
};

const readLines = async function* (body: ReadableStream<Uint8Array>, onBytes: () => void) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      rest += decoder.decode(value, { stream: true });
      // A carriage return at the end may be half of a line break.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
};
