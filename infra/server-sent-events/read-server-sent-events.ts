export interface ServerSentEvent {
  /** `message` where the server gives no name. */
  event: string;
  data: string;
}

type Wait = <T>(reading: Promise<T>) => Promise<T>;

/**
 * Yields the server-sent events of an answer that have data: the others only keep the connection open, and one that was not
 * ended is left out. Each piece is read through `wait`, which may limit how long it takes.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  wait: Wait = (reading) => reading,
): AsyncGenerator<ServerSentEvent> {
  let data: string[] = [];
  let event = "";
  for await (const lines of linesOf(chunksOf(body, wait))) {
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice("data:".length).replace(/^ /, ""));
      if (line.startsWith("event:")) event = line.slice("event:".length).trim();
      if (line !== "") continue;
      const text = data.join("\n");
      if (text.trim() !== "") yield { event: event || "message", data: text };
      data = [];
      event = "";
    }
  }
}

/**
 * Yields the lines that each chunk completes, together: a turn for each would cost more than the lines. The pieces of a
 * line are joined once it is complete, so that none is scanned twice.
 */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const lines: string[] = [];
    const [first = "", ...others] = chunk.split("\n");
    pieces.push(first);
    for (const next of others) {
      lines.push(pieces.join("").replace(/\r$/, ""));
      pieces = [next];
    }
    if (lines.length > 0) yield lines;
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>, wait: Wait): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await wait(reader.read());
      if (done) break;
      const text = decoder.decode(value, { stream: true });
      if (text !== "") yield text;
    }
    const rest = decoder.decode();
    if (rest !== "") yield rest;
  } finally {
    // A reader that stops early leaves the rest unread.
    await reader.cancel().catch(() => {});
  }
}
