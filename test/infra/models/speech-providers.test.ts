import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { openModel, readPricedName, readPricedSpeechName } from "../../../infra/models/open-model.ts";
import { openRecognition, openVoice } from "../../../infra/models/open-speech.ts";
import { collect } from "../../harness/collect.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";

const { fetch } = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
/** An odd number of bytes comes first, so that a sample lies across two chunks. */
const SOUND = [Buffer.of(1, 0, 2), Buffer.of(0, 3, 0)];
const SAMPLES = [1, 2, 3];

let server: HttpReceiver;
beforeAll(async () => {
  server = await startHttpReceiver();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(() => server.close());

const choiceOf = (provider: string, model: string) => ({
  provider,
  model,
  apiKey: "a key",
  baseUrl: `${server.url}/v1`,
});
const say = async (provider: string, model: string, speed = 1) => {
  server.answer = (_request, response) => {
    response.writeHead(200);
    response.write(SOUND[0]);
    response.end(SOUND[1]);
  };
  const voice = { voiceId: "anna/1", speed };
  const speak = openVoice(choiceOf(provider, model), { voice, language: () => "de-AT", fetch });
  const sound = await collect(speak("Guten Tag.", new AbortController().signal));
  return sound.flatMap((samples) => [...samples]);
};
const hear = (provider: string, model: string, answer: unknown) => {
  server.answer = (_request, response) => respond(response, 200, answer);
  const recognize = openRecognition(choiceOf(provider, model), { fetch });
  return recognize({ samples: Int16Array.of(5, -6), sampleRate: 16_000, language: "de-AT" });
};
const asked = () => {
  const { url = "", headers, body } = server.requests[0] ?? {};
  const { pathname, searchParams } = new URL(url, server.url);
  return { path: pathname, query: Object.fromEntries(searchParams), headers, body: body ?? "" };
};
const bodyOf = (): unknown => JSON.parse(asked().body);
/** The fields of a form, without its files. */
const formOf = () =>
  Object.fromEntries(
    [...asked().body.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)/g)].map(([, name, value]) => [name, value]),
  );

describe("Deepgram", () => {
  it("speaks raw samples with the voice as its model", async () => {
    expect(await say("deepgram", "aura-2-thalia-en")).toEqual(SAMPLES);
    const sound = { encoding: "linear16", sample_rate: "24000", container: "none" };
    expect(asked()).toMatchObject({ path: "/v1/speak", headers: { authorization: "Token a key" } });
    expect(asked().query).toEqual({ model: "anna/1", ...sound });
    expect(bodyOf()).toEqual({ text: "Guten Tag." });
    server.requests.length = 0;
    await say("deepgram", "aura-2-thalia-en", 1.2);
    expect(asked().query).toMatchObject({ speed: "1.2" });
  });

  it("hears samples as they are", async () => {
    const alternatives = [{ transcript: "Guten Tag " }];
    expect(await hear("deepgram", "nova-3", { results: { channels: [{ alternatives }] } })).toBe("Guten Tag");
    expect(asked()).toMatchObject({
      path: "/v1/listen",
      query: { model: "nova-3", language: "de", encoding: "linear16", sample_rate: "16000" },
      headers: { authorization: "Token a key", "content-length": "4" },
    });
    expect(await hear("deepgram", "nova-3", { results: { channels: [] } })).toBe("");
  });
});

describe("ElevenLabs", () => {
  it("streams samples of the voice", async () => {
    expect(await say("elevenlabs", "eleven_flash_v2_5", 1.1)).toEqual(SAMPLES);
    expect(asked()).toMatchObject({
      path: "/v1/text-to-speech/anna%2F1/stream",
      query: { output_format: "pcm_24000" },
      headers: { "xi-api-key": "a key" },
    });
    expect(bodyOf()).toEqual({ text: "Guten Tag.", model_id: "eleven_flash_v2_5", voice_settings: { speed: 1.1 } });
  });

  it("hears a file, and takes no noise for words", async () => {
    expect(await hear("elevenlabs", "scribe_v2", { text: " Guten Tag" })).toBe("Guten Tag");
    expect(asked()).toMatchObject({ path: "/v1/speech-to-text", headers: { "xi-api-key": "a key" } });
    expect(formOf()).toEqual({ model_id: "scribe_v2", language_code: "de", tag_audio_events: "false" });
    expect(asked().body).toContain("RIFF");
  });
});

describe("Cartesia", () => {
  it("speaks the language of the moment", async () => {
    expect(await say("cartesia", "sonic-3", 0.8)).toEqual(SAMPLES);
    expect(asked()).toMatchObject({
      path: "/v1/tts/bytes",
      headers: { authorization: "Bearer a key", "cartesia-version": "2025-04-16" },
    });
    expect(bodyOf()).toEqual({
      model_id: "sonic-3",
      transcript: "Guten Tag.",
      voice: { mode: "id", id: "anna/1" },
      language: "de",
      output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: 24_000 },
      generation_config: { speed: 0.8 },
    });
  });

  it("hears a file", async () => {
    expect(await hear("cartesia", "ink-whisper", { text: "Guten Tag" })).toBe("Guten Tag");
    expect(asked().path).toBe("/v1/stt");
    expect(formOf()).toEqual({ model: "ink-whisper", language: "de" });
    expect(asked().body).toContain("RIFF");
  });
});

describe("Azure", () => {
  it("speaks marked text, in the language with a country, whatever characters it has", async () => {
    const voice = { voiceId: "de-DE-KatjaNeural", speed: 1.2 };
    server.answer = (_request, response) => void response.writeHead(200).end(Buffer.of(1, 0, 2, 0, 3, 0));
    const speak = openVoice(choiceOf("azure", "m"), { voice, language: () => "de", fetch });
    const sound = await collect(speak("Müller & <Söhne>", new AbortController().signal));
    expect(sound.flatMap((samples) => [...samples])).toEqual(SAMPLES);
    expect(asked()).toMatchObject({
      path: "/v1/cognitiveservices/v1",
      headers: {
        "ocp-apim-subscription-key": "a key",
        "x-microsoft-outputformat": "raw-24khz-16bit-mono-pcm",
        "content-type": "application/ssml+xml",
        "user-agent": "Ringdown",
      },
    });
    expect(asked().body).toBe(
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="de-DE"><voice name="de-DE-KatjaNeural">' +
        '<prosody rate="1.2">Müller &amp; &lt;Söhne&gt;</prosody></voice></speak>',
    );
  });

  it("hears a file, in the mode that is its model", async () => {
    const words = { RecognitionStatus: "Success", DisplayText: "Guten Tag. " };
    expect(await hear("azure", "conversation", words)).toBe("Guten Tag.");
    expect(asked()).toMatchObject({
      path: "/v1/speech/recognition/conversation/cognitiveservices/v1",
      query: { language: "de-AT", format: "simple" },
      headers: {
        "ocp-apim-subscription-key": "a key",
        "content-type": "audio/wav; codecs=audio/pcm; samplerate=16000",
      },
    });
    expect(asked().body).toContain("RIFF");
    expect(await hear("azure", "conversation", { RecognitionStatus: "NoMatch" })).toBe("");
    await expect(hear("azure", "conversation", { RecognitionStatus: "Error" })).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  it.each([
    ["en_us", "en-US"],
    ["de-DE-DE", "de-DE-DE"],
  ])("is asked for a language that is written as %s as %s", async (language, locale) => {
    server.answer = (_request, response) => respond(response, 200, { RecognitionStatus: "NoMatch" });
    const recognize = openRecognition(choiceOf("azure", "conversation"), { fetch });
    await recognize({ samples: Int16Array.of(5), sampleRate: 16_000, language });
    expect(asked().query).toMatchObject({ language: locale });
  });
});

describe.each(["deepgram", "elevenlabs", "cartesia", "azure"])("%s", (provider) => {
  it("is priced under its own name for speech, and under its protocol for words", () => {
    expect(readPricedSpeechName({ provider, model: "m" })).toBe(`${provider}/m`);
    const choice = { ...choiceOf(provider, "m"), script: [] };
    expect(readPricedName(choice)).toBe("openai/m");
    expect(openModel(choice, { repeatingFetch: fetch }).name).toBe("openai/m");
  });

  it("fails with a sentence that repeats nothing of the provider's", async () => {
    server.answer = (_request, response) => respond(response, 401, { message: "the key a key is wrong" });
    const choice = choiceOf(provider, "m");
    const voice = { voiceId: "anna", speed: 1 };
    const speak = openVoice(choice, { voice, language: () => "en", fetch });
    const sound = { samples: new Int16Array(1), sampleRate: 16_000, language: "en" };
    const refused = { code: "unauthorized", message: "The model's server refused the API key (401); check it" };
    await expect(collect(speak("Hello.", new AbortController().signal))).rejects.toMatchObject(refused);
    await expect(openRecognition(choice, { fetch })(sound)).rejects.toMatchObject(refused);
    server.answer = (_request, response) => respond(response, 200, { else: 1 });
    await expect(openRecognition(choice, { fetch })(sound)).rejects.toMatchObject({ code: "invalid_answer" });
  });

  it("stops its request when what it says is cut off", async () => {
    let closed: (() => void) | undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    server.answer = (_request, response) => {
      response.on("close", () => closed?.());
      response.writeHead(200).write(Buffer.alloc(2));
    };
    const cut = new AbortController();
    const speak = openVoice(choiceOf(provider, "m"), {
      voice: { voiceId: "anna", speed: 1 },
      language: () => "en",
      fetch,
    });
    const sound = speak("Hello.", cut.signal)[Symbol.asyncIterator]();
    await sound.next();
    cut.abort();
    await isClosed;
    await expect(sound.next()).rejects.toBeDefined();
  });
});

it.each(["openai", "deepgram", "elevenlabs", "cartesia", "azure"])(
  "a sentence is given up whose sound stops: %s",
  async (provider) => {
    const closed = Promise.withResolvers<void>();
    server.answer = (_request, response) => {
      response.on("close", () => closed.resolve());
      response.writeHead(200).write(Buffer.alloc(2));
    };
    const voice = { voiceId: "anna", speed: 1 };
    const speak = openVoice(choiceOf(provider, "m"), { voice, language: () => "en", fetch, partWithinMs: 200 });
    await expect(collect(speak("Hello.", new AbortController().signal))).rejects.toMatchObject({ code: "timeout" });
    await closed.promise;
  },
);
