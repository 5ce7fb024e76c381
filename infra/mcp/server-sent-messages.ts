import { McpSilenceError } from "./mcp-error.ts";

/**
 * Yields the data of each server-sent event of an answer. Throws `McpSilenceError` when nothing arrives for that long.
 */
export async function* readServerSentMessages(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const lines of linesOf(chunksOf(body, silenceMs))) {
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice("data:".length).replace(/^ /, ""));
      if (line !== "" || data.length === 0) continue;
      yield data.join("\n");
      data = [];
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
    yield lines;
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), silenceMs);
      if (done) return;
      yield value;
    }
  } finally {
    // A reader that stops early leaves the rest unread.
    await reader.cancel().catch(() => {});
  }
}

const withinSilence = async <T>(reading: Promise<T>, silenceMs: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const silence = new McpSilenceError(`The MCP server sent nothing for ${silenceMs / 1000} seconds`);
  const timer = setTimeout(() => reject(silence), silenceMs);
  try {
    return await Promise.race([reading, promise]);
  } finally {
    clearTimeout(timer);
  }
};
