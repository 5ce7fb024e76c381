import { once } from "node:events";
import { createServer } from "node:http";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";

/** A provider of speech that says each sentence as a tone, by which a telephone knows it, and understands nobody. */
export interface ToneVoice {
  /** The value for a model's `base_url`. */
  baseUrl: string;
  /** All that was said, with its instant. */
  spoken: { text: string; atMs: number }[];
  close(): Promise<void>;
}

const MS_A_LETTER = 25;
const LOUDNESS = 8000;

/** `pitchOf`: the tone of a sentence, in Hz. */
export const startToneVoice = async (pitchOf: (text: string) => number): Promise<ToneVoice> => {
  const spoken: ToneVoice["spoken"] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray());
      if (!(request.url ?? "").endsWith("/audio/speech"))
        return response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ text: "" }));
      const { input: text }: { input: string } = JSON.parse(String(body));
      spoken.push({ text, atMs: performance.now() });
      const samples = new Int16Array((text.length * MS_A_LETTER * SPOKEN_SAMPLE_RATE) / 1000);
      const turn = (2 * Math.PI * pitchOf(text)) / SPOKEN_SAMPLE_RATE;
      for (const index of samples.keys()) samples[index] = LOUDNESS * Math.sin(turn * index);
      return response.writeHead(200, { "Content-Type": "audio/pcm" }).end(Buffer.from(samples.buffer));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`,
    spoken,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
