import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { Espeak } from "../../infra/local-speech/find-espeak.ts";
import { unpackSamples } from "./pcm-samples.ts";

/** espeak-ng in a process of its own: it spells texts for the natural voice, and speaks the languages that this lacks. */
export interface Speller {
  /** Returns the phonemes of one clause. */
  spell(text: string, voice: string): Promise<string>;
  speak(
    text: string,
    said: { voice: string; wordsPerMinute: number },
  ): Promise<{ samples: Int16Array; sampleRate: number }>;
  /** Ends its process, once it has answered. */
  close(): void;
}

export const openEspeak = (espeak: Espeak): Speller =>
  espeak.kind === "program" ? runEachText(espeak.command) : askOneProcess(espeak);

const runEachText = (command: string): Speller => ({
  spell: async (text, voice) => {
    const output = await run(command, ["-q", "--ipa", "-v", voice, "--", text]);
    return output
      .toString("utf8")
      .trim()
      .split("\n")
      .map((line) => line.trim())
      .join(" ");
  },
  speak: async (text, { voice, wordsPerMinute }) => {
    const wav = await run(command, ["--stdout", "-v", voice, "-s", String(wordsPerMinute), "--", text]);
    return readWav(wav);
  },
  close: () => {},
});

const HEADER_BYTES = 44;
const RATE_AT = 24;

const readWav = (wav: Buffer): { samples: Int16Array; sampleRate: number } => {
  if (wav.length < HEADER_BYTES) throw new Error("espeak-ng made no sound");
  return { samples: unpackSamples(wav.subarray(HEADER_BYTES)), sampleRate: wav.readUInt32LE(RATE_AT) };
};

const run = async (command: string, args: string[]): Promise<Buffer> => {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const failed = new Promise<never>((_resolve, reject) => child.once("error", reject));
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const read = Promise.all([child.stdout.toArray(), child.stderr.toArray(), closed]);
  const [output, faults, code] = await Promise.race([read, failed]);
  if (code === 0) return Buffer.concat(output);
  throw new Error(Buffer.concat(faults).toString("utf8").trim().split("\n").at(-1) || `espeak-ng ended with ${code}`);
};

const answerSchema = z.union([
  z.object({ error: z.string() }),
  z.object({ phonemes: z.array(z.string()) }),
  z.object({ sound: z.string(), sampleRate: z.number() }),
]);

/** Asks one process, which answers in order, one line each. */
const askOneProcess = ({ command, args }: Extract<Espeak, { kind: "library" }>): Speller => {
  const start = () => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    child.stdin.on("error", () => {});
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ended = new Promise<never>((_resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => reject(new Error(`espeak-ng's process ended with ${code}`)));
    });
    ended.catch(() => (living = null));
    return { child, lines, ended };
  };
  let living: ReturnType<typeof start> | null = null;
  let before: Promise<unknown> = Promise.resolve();
  const askNow = async (request: object) => {
    const { child, lines, ended } = (living ??= start());
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const line = await Promise.race([lines.next(), ended]);
    const answer = answerSchema.parse(JSON.parse(line.done ? "null" : line.value));
    if ("error" in answer) throw new Error(answer.error);
    return answer;
  };
  const ask = (request: object) => {
    const answer = before.then(() => askNow(request));
    before = answer.catch(() => {});
    return answer;
  };
  return {
    spell: async (text, voice) => {
      const answer = await ask({ kind: "spell", text, voice });
      return "phonemes" in answer ? answer.phonemes.join(" ") : "";
    },
    speak: async (text, { voice, wordsPerMinute }) => {
      const answer = await ask({ kind: "speak", text, voice, rate: wordsPerMinute });
      if (!("sound" in answer)) throw new Error("espeak-ng made no sound");
      return { samples: unpackSamples(Buffer.from(answer.sound, "base64")), sampleRate: answer.sampleRate };
    },
    close: () => void before.then(() => living?.child.stdin.end()),
  };
};
