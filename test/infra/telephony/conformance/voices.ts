import { expect } from "@jest/globals";
import type { AgentVoice } from "../../../../domain/agent/agent-voice.ts";
import type { CallInstructions } from "../../../../domain/call/call-instructions.ts";
import type { ToldVoice } from "../carrier-rig.ts";
import type { Suite } from "./suite.ts";

const RELAY = {
  kind: "relay",
  webSocketUrl: "wss://us.example/relay/twilio/7/token-1",
  afterUrl: "https://us.example/x/after",
  interruptible: true,
} as const;

/** Settings for a voice, as the carrier is told them, and sentences for those that it cannot be told. */
export const describeVoices = ({ capability, rig, ...suite }: Suite): void => {
  const told = async (instructions: CallInstructions): Promise<ToldVoice> => {
    const { carrier, credentials, callbacks, voices } = rig();
    if (typeof voices === "string") throw new Error(voices);
    const conversation = { webSocketUrl: RELAY.webSocketUrl, language: "en-US" };
    const { id } = await suite.placeAccepted({ stays: "in_progress" }, { request: { conversation } });
    const order = { carrierCallId: id, statusUrl: `${callbacks.base}/x/status`, instructions };
    return voices.told(id, await carrier.instruct(credentials, order));
  };
  const spoken = (voice: AgentVoice | undefined, language: string): CallInstructions => ({
    say: ["One."],
    language,
    ...(voice && { voice }),
    next: { kind: "hang_up" },
  });

  capability("voices", ({ voices }) => voices, {
    prove: (prove) => {
      prove("speak what is said", async ({ samples }) => {
        const { description } = rig().carrier;
        for (const { voice, language = "en-US", words } of samples) {
          expect({ voice, problem: description.voiceProblem(voice, language) }).toEqual({ voice, problem: null });
          expect({ voice, words: (await told(spoken(voice, language))).words }).toEqual({ voice, words });
        }
      });

      prove("speak over the relay", async ({ samples }) => {
        for (const { voice, language = "en-US", relay } of samples) {
          if (relay === undefined) continue;
          const answer = await told({ ...spoken(voice, language), say: [], next: RELAY });
          expect({ voice, relay: answer.relay }).toEqual({ voice, relay });
        }
      });

      prove("that the carrier lacks are named in a sentence, and its usual one speaks", async ({ refused, usual }) => {
        expect((await told(spoken(undefined, "en-US"))).words).toBe(usual);
        for (const { voice, language = "en-US", sentence } of refused) {
          const problem = rig().carrier.description.voiceProblem(voice, language);
          expect({ voice, problem }).toEqual({ voice, problem: expect.stringMatching(sentence) });
          expect({ voice, words: (await told(spoken(voice, language))).words }).toEqual({ voice, words: usual });
        }
      });
    },
  });
};
