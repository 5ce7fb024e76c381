import { heardOn, openTalkingOrganization } from "../talking-organization.ts";
import type { Driver } from "./driver.ts";
import { untilRunIsOver } from "./evidence.ts";
import type { Manners, TalkLine } from "./scene.ts";

/**
 * Someone who is asked to wait for the rest does so, for three and a half seconds with each line: where nothing is asked of them
 * these lines pass at once.
 */
const PATIENCE: TalkLine[] = Array.from({ length: 60 }, () => ({ waits_seconds: 1 }));

/** The agent has said more than that it needs a moment. */
const AFTER_GREETING = "(?:^|moment, please\\. )(?!One moment)\\S";

/** Nobody says their first words before the agent's: a slow machine says those with its second answer. */
const afterGreeting = ([first, ...rest]: readonly TalkLine[]): TalkLine[] => {
  if (!first) return [];
  return "says" in first && !("interrupts_after_words" in first)
    ? [{ ...first, after: AFTER_GREETING }, ...rest]
    : [first, ...rest];
};

/** The simulator plays the person, and the carrier's bad manners, by its script. */
export const simulatorDriver = (
  description: Omit<Driver, "play">,
  { turnByTurn }: { turnByTurn: boolean },
): Driver => ({
  ...description,
  play: async (platform, { agent, person, manners }) => {
    const account = { turn_by_turn: turnByTurn };
    const organization = await openTalkingOrganization(platform, { ...agent, account });
    const lines = turnByTurn ? afterGreeting(person).flatMap((line) => [line, ...PATIENCE]) : [...person];
    const runId = await organization.call({
      ...(!manners.machine && { talk: lines }),
      behaviour: behaviourOf(manners),
      speed: 30,
    });
    const { carrier_call_id } = await untilRunIsOver(platform, runId);
    return { runId, heard: await heardOn(platform, carrier_call_id ?? "") };
  },
});

const behaviourOf = ({ machine, transfer, loses, repeats, early }: Manners) => ({
  ...(machine && { outcomes: ["voicemail" as const] }),
  ...(transfer && { transfer_outcome: transfer }),
  misbehaviours: {
    ...(loses && { callback_lost: 1 }),
    ...(repeats && { callback_duplicated: 1 }),
    ...(early && { event_before_response: 1, slow_response: 1, slow_response_ms: 1500 }),
  },
});
