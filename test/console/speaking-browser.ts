import type { BrowserContext, Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";

/** A browser's voice and ears, moved by a test: the headless one has neither. */
const VOICE_AND_EARS = `
  const state = (window.testVoice = { utterances: [], ears: [] });
  class Utterance extends EventTarget {
    constructor(text) { super(); this.text = text; this.lang = ""; }
  }
  window.SpeechSynthesisUtterance = Utterance;
  const say = (utterance, type, fields = {}) => utterance.dispatchEvent(Object.assign(new Event(type), fields));
  state.say = say;
  Object.defineProperty(window, "speechSynthesis", { value: Object.assign(new EventTarget(), {
    getVoices: () => [{ name: "A test's voice", lang: "en-US" }],
    speak: (utterance) => state.utterances.push(utterance),
    cancel: () => { for (const utterance of state.utterances.splice(0)) say(utterance, "end"); },
  }) });
  window.SpeechRecognition = class extends EventTarget {
    start() { if (!state.ears.includes(this)) state.ears.push(this); }
    stop() { state.ears = state.ears.filter((ear) => ear !== this); this.dispatchEvent(new Event("end")); }
  };
  state.hear = (transcript, isFinal) => {
    const result = Object.assign([{ transcript }], { isFinal });
    for (const ear of state.ears) {
      ear.dispatchEvent(Object.assign(new Event("result"), { resultIndex: 0, results: [result] }));
    }
  };
  state.breakOff = () => {
    for (const ear of state.ears.splice(0)) ear.dispatchEvent(new Event("end"));
  };
  class Analyser { fftSize = 32; getFloatTimeDomainData(samples) { samples.fill(0.1); } connect() {} }
  window.AudioContext = class {
    createAnalyser() { return new Analyser(); }
    createMediaStreamSource() { return { connect() {} }; }
    close() { return Promise.resolve(); }
  };
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: async () => ({ getTracks: () => [] }) } });
`;

export const speakingBrowser = () => ({
  install: async (context: BrowserContext): Promise<void> => {
    await context.addInitScript(VOICE_AND_EARS);
  },
  /** Waits until the page's voice is given these words. */
  startsToSay: async (page: Page, text: string): Promise<void> => {
    await waitUntil(`the page says ${text}`, () =>
      page.evaluate<boolean>(`testVoice.utterances.some(({ text }) => text === ${JSON.stringify(text)})`),
    );
  },
  /** The voice has come to the end of its latest words. */
  finishes: async (page: Page): Promise<void> => {
    await page.evaluate(`testVoice.say(testVoice.utterances.at(-1), "end")`);
  },
  /** The voice has come so far in what it says. */
  speaksSoFar: async (page: Page, spoken: string): Promise<void> => {
    await page.evaluate(
      `testVoice.say(testVoice.utterances[0], "boundary", { charIndex: ${JSON.stringify(spoken)}.length + 1 })`,
    );
  },
  /** Its recognition ends without a result of what was forming. */
  breaksOff: async (page: Page): Promise<void> => {
    await page.evaluate("testVoice.breakOff()");
  },
  /** Waits until the page's voice is given anything to say after it was interrupted. */
  answers: async (page: Page): Promise<void> => {
    await waitUntil("the page says something", () => page.evaluate<boolean>("testVoice.utterances.length > 0"));
  },
  hears: async (page: Page, words: { forming: string } | { final: string }): Promise<void> => {
    const [text, isFinal] = "final" in words ? [words.final, true] : [words.forming, false];
    await page.evaluate(`testVoice.hear(${JSON.stringify(text)}, ${isFinal})`);
  },
});
