/** The data of each server-sent event of an answer, as they come. */
export async function* serverSentMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    rest += chunk.replaceAll("\r\n", "\n");
    const events = rest.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = dataOf(event);
      if (data !== "") yield data;
    }
  }
}

const dataOf = (event: string): string =>
  event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).replace(/^ /, ""))
    .join("\n");
