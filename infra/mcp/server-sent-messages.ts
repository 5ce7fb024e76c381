import { McpSilenceError } from "./mcp-error.ts";

/** The data of each server-sent event of an answer, as they come. Throws `McpSilenceError` when nothing comes for so long. */
export async function* serverSentMessages(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of linesOf(chunksOf(body, silenceMs))) {
    if (line.startsWith("data:")) data.push(line.slice("data:".length).replace(/^ /, ""));
    if (line !== "" || data.length === 0) continue;
    yield data.join("\n");
    data = [];
  }
}

/** Lines that have ended; the pieces of one are put together when it does, so that none is gone over twice. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const [first = "", ...others] = chunk.split("\n");
    pieces.push(first);
    for (const next of others) {
      yield pieces.join("").replace(/\r$/, "");
      pieces = [next];
    }
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
    // A reader that has enough leaves the rest unread.
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
