import { describe, expect, it } from "@jest/globals";
import { estimateMostOfText, LONGEST_HEARD_MS } from "../../../domain/model/speech-allowance.ts";
import type { SpeechAmount } from "../../../domain/model/speech-usage.ts";
import {
  type BeginSpeech,
  countRecognitionUsage,
  countStreamUsage,
  countVoiceUsage,
} from "../../../infra/models/counted-speech.ts";
import { type OpenRecognitionStream, SPOKEN_SAMPLE_RATE, type Speak } from "../../../infra/models/speech.ts";
import { collect } from "../../harness/collect.ts";

const SECOND = new Int16Array(SPOKEN_SAMPLE_RATE);
const speaking = (sounds: readonly Int16Array[], ending: () => void = () => {}): Speak =>
  async function* () {
    yield* sounds;
    ending();
  };
const counted = (speak: Speak) => {
  const [begun, noted]: [SpeechAmount[], (SpeechAmount | null)[]] = [[], []];
  const begin: BeginSpeech = (most) => {
    begun.push(most);
    return (came) => void noted.push(came);
  };
  return { begun, noted, speak: countVoiceUsage(speak, begin) };
};
const never = new AbortController().signal;

describe("a voice that is counted", () => {
  it("is charged by its text and its sound, once it has spoken", async () => {
    const { begun, noted, speak } = counted(speaking([SECOND, SECOND.subarray(0, SPOKEN_SAMPLE_RATE / 2)]));
    const heard = await collect(speak("Good morning.", never));
    expect(heard).toHaveLength(2);
    expect(begun).toEqual([estimateMostOfText(13, 1)]);
    expect(noted).toEqual([{ characters: 13, soundMs: 1500 }]);
  });

  it("is charged once for a text that is cut off, also when nobody reads the rest", async () => {
    const { noted, speak } = counted(speaking([SECOND, SECOND, SECOND]));
    const cut = new AbortController();
    const sounds = speak("A long story.", cut.signal)[Symbol.asyncIterator]();
    await sounds.next();
    cut.abort();
    expect(noted).toEqual([{ characters: 13, soundMs: 1000 }]);
    await sounds.return?.();
    expect(noted).toHaveLength(1);
  });

  it("is charged for what it has said before it failed, and for nothing when it said nothing", async () => {
    const failing = () => {
      throw new Error("the provider is away");
    };
    const halfway = counted(speaking([SECOND], failing));
    await expect(collect(halfway.speak("Hello.", never))).rejects.toThrow("away");
    expect(halfway.noted).toEqual([{ characters: 6, soundMs: 1000 }]);
    const atOnce = counted(speaking([], failing));
    await expect(collect(atOnce.speak("Hello.", never))).rejects.toThrow("away");
    expect(atOnce.noted).toEqual([null]);
  });
});

describe("a recognition that is counted", () => {
  const sound = { samples: new Int16Array(24_000), sampleRate: 16_000, language: "en-US" };

  it("is charged by the sound that it was given, when it has answered", async () => {
    const told: (SpeechAmount | null)[] = [];
    const begin: BeginSpeech = (most) => {
      told.push(most);
      return (came) => void told.push(came);
    };
    const charged = { characters: 0, soundMs: 1500 };
    expect(await countRecognitionUsage(async () => "Hello.", begin)(sound)).toBe("Hello.");
    expect(told).toEqual([charged, charged]);
    const failing = countRecognitionUsage(async () => Promise.reject(new Error("away")), begin);
    await expect(failing(sound)).rejects.toThrow("away");
    expect(told.slice(2)).toEqual([charged, null]);
  });

  it("is not asked where it may not be", async () => {
    const refused = countRecognitionUsage(
      async () => "Hello.",
      () => Promise.reject(new Error("used up")),
    );
    await expect(refused(sound)).rejects.toThrow("used up");
  });
});

describe("a recognition while somebody speaks that is counted", () => {
  const speech = { sampleRate: 16_000, language: "en-US", onWords: () => {}, signal: new AbortController().signal };
  const second = new Int16Array(16_000);
  const hearing: OpenRecognitionStream = async () => ({
    take: () => true,
    finish: async () => "Hello.",
    drop: () => {},
  });
  const countedStream = (open: OpenRecognitionStream) => {
    const told: (SpeechAmount | null)[] = [];
    const begin: BeginSpeech = (most) => {
      told.push(most);
      return (came) => void told.push(came);
    };
    return { told, open: countStreamUsage(open, begin) };
  };
  const most = { characters: 0, soundMs: LONGEST_HEARD_MS };

  it("is held as the longest speech, and charged once by what was sent", async () => {
    const { told, open } = countedStream(hearing);
    const stream = await open(speech);
    stream.take(second);
    stream.take(second.subarray(0, 8000));
    expect(await stream.finish()).toBe("Hello.");
    stream.drop();
    expect(told).toEqual([most, { characters: 0, soundMs: 1500 }]);
  });

  it("is charged when it is dropped or fails, and for nothing where nothing was sent", async () => {
    const dropped = countedStream(hearing);
    const stream = await dropped.open(speech);
    stream.take(second);
    stream.drop();
    expect(dropped.told.at(-1)).toEqual({ characters: 0, soundMs: 1000 });
    const broken = countedStream(async () => ({ ...(await hearing(speech)), take: () => false }));
    const ended = await broken.open(speech);
    expect(ended.take(second)).toBe(false);
    ended.drop();
    expect(broken.told).toEqual([most, null]);
    const away = countedStream(() => Promise.reject(new Error("away")));
    await expect(away.open(speech)).rejects.toThrow("away");
    expect(away.told).toEqual([most, null]);
  });
});
