import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readServerSentEvents } from "../../../infra/server-sent-events/read-server-sent-events.ts";

const messagesOf = async (text: string, pieceBytes: number): Promise<string[]> => {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) =>
    bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  );
  const messages: string[] = [];
  for await (const { data } of readServerSentEvents(ReadableStream.from(pieces))) messages.push(data);
  return messages;
};

describe("server-sent messages", () => {
  it("are read whatever the pieces and line ends in which they come", async () => {
    const data = fc.string({ unit: fc.constantFrom(..."aé😀: "), minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(data, { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom("\n", "\r\n"),
        async (events, pieceBytes, end) => {
          const text = events.map((lines) => `id: 1${end}${lines.map((line) => `data: ${line}${end}`).join("")}${end}`);
          const expected = events.map((lines) => lines.join("\n"));
          const withData = expected.filter((data) => data.trim() !== "");
          expect(await messagesOf(text.join(`: a comment${end}`), pieceBytes)).toEqual(withData);
        },
      ),
    );
  });

  it("are skipped where they have no data", async () => {
    expect(await messagesOf("event: ping\n\nevent: open\ndata:\n\ndata: a\n\n", 5)).toEqual(["a"]);
  });

  it("leaves out one that was not ended", async () => {
    expect(await messagesOf("data: a\n\ndata: b", 3)).toEqual(["a"]);
  });

  it("takes pieces of one long message without going over it again", async () => {
    let characters = 0;
    const split = String.prototype.split;
    // A text that is split repeatedly would be counted more than once.
    String.prototype.split = function (this: string, ...given: Parameters<typeof split>) {
      characters += this.length;
      return split.apply(this, given);
    } as typeof split;
    try {
      const [message = ""] = await messagesOf(`data: ${"x".repeat(1_000_000)}\n\n`, 1000);
      expect(message).toHaveLength(1_000_000);
      expect(characters).toBeLessThan(2_000_000);
    } finally {
      String.prototype.split = split;
    }
  });
});
