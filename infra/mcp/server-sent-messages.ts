import { McpSilenceError } from "./mcp-error.ts";

/** The data of each server-sent event of an answer, as they come. Throws `McpSilenceError` when nothing comes for so long. */
export async function* serverSentMessages(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunksOf(body, silenceMs)) {
    rest += chunk.replaceAll("\r\n", "\n");
    const events = rest.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = dataOf(event);
      if (data !== "") yield data;
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
    // Whoever has read enough leaves the rest where it is.
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

const dataOf = (event: string): string =>
  event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).replace(/^ /, ""))
    .join("\n");
