import { expect } from "@jest/globals";
import { legsOf, transferOf } from "../api/calls/transferring-organization.ts";
import { untilOver } from "../api/conversations/talking-organization.ts";
import { transferTool } from "../factories/transfer-tool.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { SipCaller } from "./sip-caller.ts";
import type * as SipParts from "./sip-rig.ts";
import type { TrunkBehaviour } from "./sip-scenario.ts";
import type { SipTrunk } from "./sip-trunk.ts";
import { openToneTelephone, type ToneTelephone } from "./tone-telephone.ts";

/** What is heard, by its tone: the agent's sentences, and the two people. */
export const TONES = { words: 650, hold: 500, briefing: 800, back: 1100, caller: 1700, colleague: 2100 } as const;

export const pitchOf = (text: string): number => {
  if (/trying/.test(text)) return TONES.hold;
  if (/nobody can take/.test(text)) return TONES.back;
  return /I have a caller|invoice|[Pp]ress 1|connecting you|All right/.test(text) ? TONES.briefing : TONES.words;
};

/** What a caller may hear nothing for. */
export const LONGEST_SILENCE_MS = 10_000;

const KEY = "7";
const SCRIPT = [
  { when: KEY, call: { name: "colleague", arguments: { briefing: "Ada asks about her invoice." } } },
  { when: "Nobody could be connected", say: "I am sorry, nobody can take your call now." },
];

type Organization = Awaited<ReturnType<typeof SipParts.openCalledOrganization>>;

interface Told {
  /** What the trunk does with the calls to colleagues, whose sound comes from this port. */
  trunk(soundPort: number): TrunkBehaviour;
  config?: { timeout?: number; further_destinations?: string[] };
  /** Done before somebody calls. */
  prepare?(organization: Organization): Promise<void>;
  /** The caller hangs up when the test tells them to. */
  callerHangsUp?: true;
  /** The machine itself hears what people say. */
  hearsItself?: boolean;
}

export interface HandedCaller {
  organization: Organization;
  runId: number;
  /** When they asked for a colleague. */
  askedMs: number;
  caller: ToneTelephone;
  line: SipCaller;
  colleague: ToneTelephone;
  trunk: SipTrunk;
}

/** Somebody who calls in over a trunk and asks for a colleague, who is called over the same trunk. */
export const callAndAsk = async (
  { sip, rig, telephones }: { sip: typeof SipParts; rig: SipParts.SipRig; telephones: ToneTelephone[] },
  told: Told,
): Promise<HandedCaller> => {
  const call = await callAndPress({ sip, rig, telephones }, told);
  await waitUntil("the caller is on hold", () => call.caller.heardAt(TONES.hold).length > 0);
  return call;
};

/** Somebody who calls in over a trunk and presses the key for a colleague. */
export const callAndPress = async (
  { sip, rig, telephones }: { sip: typeof SipParts; rig: SipParts.SipRig; telephones: ToneTelephone[] },
  { trunk: behave, config = {}, callerHangsUp, prepare, hearsItself = false }: Told,
): Promise<HandedCaller> => {
  const pitches = Object.values(TONES);
  const [caller, colleague] = await Promise.all([openToneTelephone(pitches), openToneTelephone(pitches)]);
  telephones.push(caller, colleague);
  const trunk = await rig.startTrunk(behave(colleague.port));
  const organization = await sip.openCalledOrganization(rig, {
    credentials: { address: trunk.address, inbound_addresses: "127.0.0.1" },
    hearsItself,
    agent: {
      tools: { colleague: { ...transferTool, config: { ...transferTool.config, mode: "warm", ...config } } },
      script: SCRIPT,
      configurations: { max_user_idle_timeout: 300 },
    },
  });
  await prepare?.(organization);
  const line = await rig.callIn({
    to: organization.number,
    soundPort: caller.port,
    ...(callerHangsUp && { hangsUp: callerHangsUp }),
  });
  await line.hears(200);
  const { id: runId } = await organization.run();
  await waitUntil("the agent speaks", () => caller.heardAt(TONES.words).length > 0);
  caller.press(KEY);
  const askedMs = performance.now();
  return { organization, runId, askedMs, caller, line, colleague, trunk };
};

/** Judges a transfer after which the agent is back with the caller, and ends the call. */
export const judgeReturn = async (
  rig: SipParts.SipRig,
  { caller, askedMs, trunk, runId, organization, line }: HandedCaller,
  { outcomes, since, calls = 1 }: { outcomes: readonly string[]; since: number; calls?: number },
): Promise<void> => {
  const [backMs = 0] = await waitUntil("the agent is back with the caller", () => {
    const instants = caller.heardAt(TONES.back, askedMs);
    return instants.length > 0 ? instants : null;
  });
  expect(backMs - since).toBeLessThan(LONGEST_SILENCE_MS);
  expect(caller.longestSilenceMs(askedMs, backMs)).toBeLessThan(LONGEST_SILENCE_MS);
  expect(caller.heardAt(TONES.briefing)).toEqual([]);
  const transfer = await transferOf(rig.platform, runId);
  expect(transfer?.state).toBe("over");
  expect(outcomes).toContain(transfer?.outcome);
  await organization.hangUp(runId);
  await line.hears("BYE");
  expect(await untilOver(rig.platform, runId)).toMatchObject({ state: "completed", outcome: "answered" });
  await judgeCalls(rig, { trunk, organization, calls });
};

/** Nobody was dialled twice, and no call is left open, by SIPp's record. */
export const judgeCalls = async (
  { platform }: SipParts.SipRig,
  { trunk, organization, calls = 1 }: Pick<HandedCaller, "trunk" | "organization"> & { calls?: number },
): Promise<void> => {
  await waitUntil("the calls to colleagues are over", async () =>
    (await legsOf(platform, organization.organizationId)).every(({ ended_at }) => ended_at !== null),
  );
  expect(trunk.invites()).toHaveLength(calls);
  await waitUntil("no call is open at the trunk", () => trunk.openCalls().length === 0);
};

/** The person takes the caller: both hear each other, and nobody has heard the other before. */
export const untilTalking = async (
  { platform }: SipParts.SipRig,
  { caller, colleague, runId, askedMs }: HandedCaller,
  take: () => unknown = () => colleague.press("1"),
): Promise<void> => {
  caller.sing(TONES.caller);
  await waitUntil("the colleague hears what it is about", () => colleague.heardAt(TONES.briefing).length > 0);
  expect(colleague.heardAt(TONES.caller)).toEqual([]);
  await take();
  await waitUntil("both are connected", async () => (await transferOf(platform, runId))?.state === "connected");
  colleague.sing(TONES.colleague);
  const [heardMs = 0] = await untilHeard(caller, TONES.colleague);
  await untilHeard(colleague, TONES.caller);
  expect(caller.longestSilenceMs(askedMs, heardMs)).toBeLessThan(LONGEST_SILENCE_MS);
  expect(caller.heardAt(TONES.briefing)).toEqual([]);
};

/** A pause between two sentences is shorter. */
const BRIEFED_AFTER_MS = 1000;

/** Waits until the person who is called has heard all that is said to them. */
export const untilBriefed = ({ colleague }: Pick<HandedCaller, "colleague">): Promise<unknown> =>
  waitUntil("the briefing is heard to its end", () => {
    const heard = colleague.heardAt(TONES.briefing);
    return heard.length > 10 && performance.now() - (heard.at(-1) ?? 0) > BRIEFED_AFTER_MS;
  });

/** Waits until a tone is heard for half a second and more, since this instant. */
export const untilHeard = (telephone: ToneTelephone, hz: number, sinceMs = 0): Promise<number[]> =>
  waitUntil(`${hz} Hz is heard`, () => {
    const instants = telephone.heardAt(hz, sinceMs);
    return instants.length > 25 ? instants : null;
  });

/** Whoever hangs up sooner has not talked with the caller, to whom the agent goes back. */
const LEAST_TALK_MS = 2000;

/** The person hangs up, after which the caller's call ends as well. */
export const judgeTalk = async (rig: SipParts.SipRig, call: HandedCaller): Promise<void> => {
  await waitUntil("they have talked", async () => {
    const { connected_at: since } = (await transferOf(rig.platform, call.runId)) ?? {};
    return since && Date.now() - since.getTime() > LEAST_TALK_MS;
  });
  await call.trunk.hangUp();
  await call.line.hears("BYE");
  expect(await untilOver(rig.platform, call.runId)).toMatchObject({ state: "completed", outcome: "answered" });
  expect(await transferOf(rig.platform, call.runId)).toMatchObject({ state: "over", outcome: "connected" });
  await judgeCalls(rig, call);
};
