import { z } from "zod";
import type { Recognize } from "./speech.ts";
import { requestTranscript, type SpeechRequest, type SpeechSettings } from "./speech-request.ts";
import { buildWav } from "./speech-samples.ts";

const spokenText = z.object({ text: z.string() });

/** Posts the sound as a WAV file of a form with these fields, and reads the words. Throws a `ModelError`. */
export const requestTextByForm = async (
  settings: Pick<SpeechSettings, "fetch">,
  { fields, ...request }: Omit<SpeechRequest, "body"> & { fields: Readonly<Record<string, string>> },
  { samples, sampleRate }: Omit<Parameters<Recognize>[0], "language">,
): Promise<string> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("file", new Blob([buildWav(samples, sampleRate)], { type: "audio/wav" }), "speech.wav");
  const { text } = await requestTranscript(settings, { ...request, body }, spokenText);
  return text.trim();
};
