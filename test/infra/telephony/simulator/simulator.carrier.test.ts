import { createSimulatorCarrier } from "../../../../infra/telephony/simulator/simulator.carrier.ts";
import type { SimulatorScriptInput } from "../../../../infra/telephony/simulator/simulator.script.ts";
import { createSimulatorServer } from "../../../../infra/telephony/simulator/simulator.server.ts";
import { signRequest } from "../../../../infra/telephony/simulator/simulator.signature.ts";
import { startCallbackReceiver } from "../callback-receiver.ts";
import { describeCarrier } from "../carrier-conformance.ts";
import type { CarrierRig, Situation } from "../carrier-rig.ts";
import { createSimulatorClient } from "./simulator-client.ts";

const signingKey = "a key of the simulator's tests";
const FAST = { speed: 500 };

type Rule = NonNullable<SimulatorScriptInput["rules"]>[number];

const scriptFor = (number: string, situation: Situation): SimulatorScriptInput => {
  const rule = (more: Omit<Rule, "match">) => [{ match: `^\\${number}$`, outcomes: ["answered" as const], ...more }];
  if ("ends" in situation)
    return { ...FAST, rules: rule({ outcomes: [situation.ends], ring_seconds: 4, talk_seconds: 61 }) };
  if ("stays" in situation) {
    if (situation.stays === "queued") return { speed: 0.001, rules: rule({}) };
    if (situation.stays === "ringing") return { speed: 5, rules: rule({ outcomes: ["no_answer"] }) };
    return { speed: 20, rules: rule({ ring_seconds: 0.1, talk_seconds: 600 }) };
  }
  if (situation.request === "throttled") {
    return {
      ...FAST,
      rules: rule({ misbehaviours: { throttled: 1, retry_after_seconds: situation.retryAfterSeconds } }),
    };
  }
  if (situation.request === "invalid_number") return { ...FAST, rules: rule({ outcomes: ["invalid_number"] }) };
  if (situation.request === "silent") {
    return { ...FAST, rules: rule({ misbehaviours: { slow_response: 1, slow_response_ms: 1000 } }) };
  }
  return { ...FAST, rules: rule({ misbehaviours: { [situation.request]: 1 } }) };
};

const signedAt = (atMs: number) => (request: { url: string; body: string }) => {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = signRequest(signingKey, { timestamp, ...request });
  const headers = { "x-simulator-timestamp": timestamp, "x-simulator-signature": signature };
  return { method: "POST", url: request.url, headers, body: Buffer.from(request.body) };
};

describeCarrier("simulator", async (): Promise<CarrierRig> => {
  const receiver = await startCallbackReceiver();
  const server = createSimulatorServer({ signingKey });
  const baseUrl = await server.listen(0, "127.0.0.1");
  const client = createSimulatorClient(baseUrl, signingKey);
  return {
    carrier: createSimulatorCarrier({ baseUrl, signingKey }),
    credentials: { account: "conformance" },
    wrongCredentials: {},
    carrierWithWrongCredentials: () => createSimulatorCarrier({ baseUrl, signingKey: "another key" }),
    carrierWithoutServer: createSimulatorCarrier({ baseUrl: "http://127.0.0.1:1", signingKey }),
    unknownCallId: "sim_none",
    placeRequestsTo: async (number) => (await client.record()).filter((each) => each.to === number).length,
    prepare: async (number, situation) => client.writeScript(scriptFor(number, situation)),
    answeredCall: { talkSeconds: 61, price: { costMinor: 2, currency: "USD" } },
    notTellableByFetch: [],
    statesByFetch: ["queued", "ringing", "in_progress"],
    statesByCallback: ["queued", "ringing", "in_progress", "completed"],
    callbacks: {
      base: receiver.baseUrl,
      of: receiver.of,
      sign: signedAt(Date.now()),
      answerBody: "CallSid=CA1",
      signingHeaders: ["x-simulator-signature", "x-simulator-timestamp"],
      old: () => signedAt(Date.now() - 301_000)({ url: `${receiver.baseUrl}/x/status`, body: "{}" }),
      urlIsSigned: true,
      answeredByIn: "last_event",
    },
    instructions: {
      follow: () => {
        throw new Error("not built yet");
      },
      absent: {},
      inexpressible: {},
    },
    turn: () => "not built yet",
    detected: () => "not built yet",
    inbound: "not built yet",
    relay: "not built yet",
    recordings: "not built yet",
    numbers: "not built yet",
    callerIds: "not built yet",
    close: async () => {
      await server.close(0);
      await receiver.close();
    },
  };
});
