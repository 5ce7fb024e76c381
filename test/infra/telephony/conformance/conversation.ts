import { expect } from "@jest/globals";
import type { CallInstructions, NextStep, TurnEvent } from "../../../../domain/call/call-instructions.ts";
import type { CarrierRig } from "../carrier-rig.ts";
import type { Capability } from "./matrix.ts";
import type { Suite } from "./suite.ts";

const NASTY = `</Say></Speak><Dial>+1</Dial> & "quoted" 'single' \u0000\u0008 {"say": 1} ]]> ünïcödé 😀`;
const NASTY_QUERY = `turn=1&next=<Hangup/>&quote="'`;
const WEB_SOCKET_URL = "wss://us.example/relay/twilio/7/token-1";

/** Control characters may be dropped; where sentences meet, any white space will do. */
const asHeard = (say: CallInstructions["say"]) =>
  say
    .map((each) => (typeof each === "string" ? each : `[${each.play}]`))
    .join(" ")
    .replace(/[\u0000-\u001f]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const comparable = (instructions: CallInstructions, { inexpressible }: CarrierRig["instructions"]) => {
  const spoken = asHeard(instructions.say);
  // A call without words has nothing to interrupt.
  const isTold = (field: string) => !(field in inexpressible) && !(field === "interruptible" && spoken === "");
  const tellable = Object.entries(instructions.next).filter(([field]) => isTold(field));
  return {
    spoken,
    playDigits: instructions.playDigits ?? "",
    next: Object.fromEntries(tellable),
    ...(!("language" in inexpressible) && { language: instructions.language }),
  };
};

const NAMES: Readonly<Record<NextStep["kind"], Capability>> = {
  hang_up: "step: hang up",
  listen: "step: listen",
  relay: "step: relay",
  transfer: "step: transfer",
  hold: "step: hold",
  join: "step: join",
  reject: "step: reject",
};

export const describeInstructions = ({ capability, rig, ...suite }: Suite): void => {
  /** Expects that a call with these instructions does exactly them. */
  const expectFollowed = async (id: string, instructions: CallInstructions, heard = instructions) => {
    const { carrier, credentials, callbacks, instructions: reader } = rig();
    const statusUrl = `${callbacks.base}/x/status`;
    const document = await carrier.instruct(credentials, { carrierCallId: id, statusUrl, instructions });
    expect(comparable(await reader.follow(id, document), reader)).toEqual(comparable(heard, reader));
    for (const [field, sentence] of Object.entries(reader.inexpressible)) {
      if (field in heard.next || field === "language") suite.leaveAside(NAMES[heard.next.kind], sentence);
    }
  };
  const talking = async () => {
    const conversation = { webSocketUrl: WEB_SOCKET_URL, language: "en-US" };
    return (await suite.placeAccepted({ stays: "in_progress" }, { request: { conversation } })).id;
  };
  const urlOf = (path: string) => encodeURI(`${rig().callbacks.base}/x/${path}`);
  const step =
    (kind: NextStep["kind"] | "play_digits" | "play_recordings") =>
    ({ instructions }: CarrierRig) =>
      instructions.absent[kind] ?? true;
  const withNext = (next: NextStep): CallInstructions => ({ say: ["One.", "Two."], language: "en-US", next });

  capability("step: hang up", step("hang_up"), {
    prove: (prove) => {
      prove("speaks first, in the language asked for", async () => {
        await expectFollowed(await talking(), { ...withNext({ kind: "hang_up" }), language: "de-DE" });
      });
      prove("needs no words", async () => {
        await expectFollowed(await talking(), { ...withNext({ kind: "hang_up" }), say: [] });
      });
      prove("speaks words that try to be more than words", async () => {
        await expectFollowed(await talking(), { ...withNext({ kind: "hang_up" }), say: [NASTY, "Bye."] });
      });
      prove("is not led astray by a language that is none", async () => {
        const { carrier, credentials, callbacks, instructions: reader } = rig();
        const id = await talking();
        const instructions = { ...withNext({ kind: "hang_up" }), language: `en"><Dial>+1</Dial>` };
        const order = { carrierCallId: id, statusUrl: `${callbacks.base}/x/status`, instructions };
        const followed = await reader.follow(id, await carrier.instruct(credentials, order));
        expect(followed).toMatchObject({ next: { kind: "hang_up" } });
        expect(asHeard(followed.say)).toBe("One. Two.");
      });
    },
  });

  capability("play recordings", step("play_recordings"), {
    prove: (prove) => {
      const recording = () => ({ play: urlOf(`hello.mp3?${NASTY_QUERY}`) });
      prove("among words, in their order", async () => {
        const say = ["One.", recording(), "Two.", "Three.", recording()];
        await expectFollowed(await talking(), { ...withNext({ kind: "hang_up" }), say });
      });
      prove("without a word", async () => {
        await expectFollowed(await talking(), { ...withNext({ kind: "hang_up" }), say: [recording()] });
      });
      prove("before it listens or relays", async () => {
        const { absent } = rig().instructions;
        const say = [recording(), "Two."];
        const afterUrl = urlOf("after");
        const relay = { kind: "relay", webSocketUrl: WEB_SOCKET_URL, afterUrl, interruptible: true } as const;
        if (!("relay" in absent)) await expectFollowed(await talking(), { ...withNext(relay), say });
        const turnUrl = urlOf("turn");
        for (const interruptible of [true, false]) {
          const listen = { kind: "listen", turnUrl, silenceSeconds: 7, interruptible } as const;
          if (!("listen" in absent)) await expectFollowed(await talking(), { ...withNext(listen), say });
        }
      });
    },
  });

  capability("step: play digits", step("play_digits"), {
    prove: (prove) =>
      prove("between words and what comes next", async () => {
        await expectFollowed(await talking(), { ...withNext({ kind: "hang_up" }), playDigits: "ww12w#*" });
      }),
  });

  capability("step: listen", step("listen"), {
    prove: (prove) => {
      for (const interruptible of [true, false]) {
        prove(`for speech and digits${interruptible ? ", while it speaks, too" : ""}`, async () => {
          const turnUrl = urlOf(`turn?${NASTY_QUERY}`);
          const next = { kind: "listen", turnUrl, silenceSeconds: 7, interruptible } as const;
          await expectFollowed(await talking(), withNext(next));
          await expectFollowed(await talking(), { ...withNext(next), say: [], language: "es-MX" });
        });
      }
    },
  });

  capability("step: relay", step("relay"), {
    whenAbsent: ({ carrier }) => expect(carrier.description.conversation).toBe("turn_webhook"),
    prove: (prove) => {
      for (const interruptible of [true, false]) {
        prove(`words${interruptible ? ", which the person may interrupt" : ""}`, async () => {
          expect(rig().carrier.description.conversation).toBe("relay");
          const afterUrl = urlOf(`after?${NASTY_QUERY}`);
          const next = { kind: "relay", webSocketUrl: WEB_SOCKET_URL, afterUrl, interruptible } as const;
          await expectFollowed(await talking(), withNext(next));
        });
      }
    },
  });

  capability("step: transfer", step("transfer"), {
    prove: (prove) =>
      prove("to somebody else, under the caller id asked for", async () => {
        const [to, callerId] = ["+12025550142", "+12025550100"];
        const afterUrl = urlOf("after?turn=3&x=%3C");
        await expectFollowed(
          await talking(),
          withNext({ kind: "transfer", to, callerId, ringTimeoutSeconds: 25, afterUrl }),
        );
      }),
  });

  capability("step: hold", step("hold"), {
    prove: (prove) => {
      prove("waits after its words, and asks again", async () => {
        await expectFollowed(
          await talking(),
          withNext({ kind: "hold", askUrl: urlOf(`after?${NASTY_QUERY}`), seconds: 3 }),
        );
      });
      prove("waits without a word", async () => {
        const next = { kind: "hold", askUrl: urlOf("after?hold=7"), seconds: 1 } as const;
        await expectFollowed(await talking(), { ...withNext(next), say: [] });
      });
      prove("plays music", async () => {
        const next = { kind: "hold", askUrl: urlOf("after?hold=7"), seconds: 3 } as const;
        await expectFollowed(await talking(), { ...withNext(next), say: [{ play: urlOf("music.wav") }] });
      });
    },
  });

  capability("step: join", step("join"), {
    prove: (prove) =>
      prove("with another call", async () => {
        const conference = "0ec3a5f4-3d1c-4c7e-9b34-3f0a1f2d4c55";
        const next = {
          kind: "join",
          conference,
          otherCallId: await talking(),
          afterUrl: urlOf("after?turn=3"),
        } as const;
        await expectFollowed(await talking(), { ...withNext(next), say: [] });
      }),
  });

  capability("step: reject", step("reject"), {
    prove: (prove) => {
      for (const reason of ["busy", "unavailable"] as const) {
        prove(`as ${reason}`, async () => {
          await expectFollowed(await ringing(), { ...withNext({ kind: "reject", reason }), say: [] });
        });
      }
      prove("with words: answered, spoken to and ended", async () => {
        const refusal = withNext({ kind: "reject", reason: "unavailable" });
        await expectFollowed(await ringing(), refusal, { ...refusal, next: { kind: "hang_up" } });
      });
    },
  });
  const ringing = async () => {
    const { inbound } = rig();
    if (typeof inbound === "string") throw new Error("a carrier that can reject calls must have calls that come in");
    return (await inbound.announce({ from: "+12025550143", to: "+12025550144" })).carrierCallId;
  };
};

type SampleEvent = Parameters<CarrierRig["turn"]>[1];

const SAMPLES: [Capability, SampleEvent[]][] = [
  ["turn: begin", [{ kind: "begin", answeredBy: null }]],
  ["turn: speech", [{ kind: "speech", text: `Yes, "tomorrow" & at <five>, ünïcödé 😀`, confidence: 0.92 }]],
  ["turn: digits", [{ kind: "digits", digits: "120" }]],
  ["turn: silence", [{ kind: "silence" }]],
  ["turn: relay ended", [{ kind: "relay_ended" }]],
  [
    "turn: transfer ended",
    (["answered", "busy", "no_answer", "failed"] as const).map((outcome) => ({ kind: "transfer_ended", outcome })),
  ],
];

export const describeTurns = ({ capability, rig }: Suite): void => {
  const read = (request: Parameters<CarrierRig["carrier"]["readTurn"]>[1]) =>
    rig().carrier.readTurn(rig().credentials, request);
  for (const [name, events] of SAMPLES) {
    for (const event of events) {
      capability(name, ({ unknownCallId, turn }) => turn(unknownCallId, event), {
        prove: (prove) => {
          prove(`is read: ${JSON.stringify(event)}`, (request) => {
            const turn = read(request);
            expect(turn).toEqual({ ok: true, turn: { carrierCallId: rig().unknownCallId, event: expect.anything() } });
            if (turn.ok) expect(withConfidenceOf(event, turn.turn.event)).toEqual(event);
          });
          prove("is refused unsigned, and changed", (request) => {
            const headers = { ...request.headers };
            for (const header of rig().callbacks.signingHeaders) headers[header] = undefined;
            expect(read({ ...request, headers }).ok).toBe(false);
            const body = Buffer.concat([request.body, Buffer.from("&more=1")]);
            expect(read({ ...request, body }).ok).toBe(false);
          });
        },
      });
    }
  }
};

/** Not every carrier tells how sure it is; the one that does tells it right. */
const withConfidenceOf = (sample: SampleEvent, event: TurnEvent): TurnEvent =>
  event.kind === "speech" && sample.kind === "speech" && event.confidence === null
    ? { ...event, confidence: sample.confidence }
    : event;
