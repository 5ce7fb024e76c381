import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";
import type { Heard } from "../../../infra/simulator/talk.ts";
import { transferTool } from "../../factories/transfer-tool.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import {
  openTalkingOrganization,
  type RunRow,
  runRow,
  type TalkingOrganization,
} from "../conversations/talking-organization.ts";
import type { CallingPlatform } from "./calling-platform.ts";

type Behaviour = NonNullable<SimulatorScriptInput["rules"]>[number];

/**
 * Hangs up before the caller does, who talks for 20 seconds. Over a relay the line that nothing fulfils waits until the caller is
 * connected, however long that takes, and the time passes then.
 */
const TALKS = [{ hangs_up: true as const, after: "(?!)" }, { waits_seconds: 18 }];
const TALKS_BY_TURNS = TALKS.toReversed();

/** Ways in which somebody who is called to take a caller behaves. */
const buildManners = (talks: NonNullable<Behaviour["talk"]>) =>
  ({
    yes: { outcomes: ["answered"], talk: [{ presses: "1", after: "[Pp]ress 1" }, ...talks] },
    sayingYes: { outcomes: ["answered"], talk: [{ says: "Yes, put them through", after: "[Pp]ress 1" }, ...talks] },
    no: { outcomes: ["answered"], talk: [{ presses: "2", after: "[Pp]ress 1" }] },
    gone: { outcomes: ["answered"], talk: [{ presses: "1", after: "[Pp]ress 1" }, { hangs_up: true }] },
    silent: { outcomes: ["answered"], talk: Array.from({ length: 6 }, () => ({ waits_seconds: 100 })) },
    hangingUp: { outcomes: ["answered"], talk: [{ hangs_up_after_words: 6 }] },
    noAnswer: { outcomes: ["no_answer"] },
    busy: { outcomes: ["busy"] },
    mailbox: { outcomes: ["voicemail"] },
  }) satisfies Record<string, Omit<Behaviour, "match">>;
export type Manner = keyof ReturnType<typeof buildManners>;

export const COLLEAGUE = "+14155550199";
export const SECOND_COLLEAGUE = "+14155550198";

interface Settings {
  turnByTurn?: boolean;
  speed?: number;
  manner: Manner;
  /** Of a second person, who is called when the first does not take the caller. */
  second?: Manner;
  hold?: { text: string | null; recording_id: string | null };
  caller?: NonNullable<Behaviour["talk"]>;
  /** Done before somebody calls. */
  prepare?(organization: TalkingOrganization): Promise<void>;
}

/** Opens an organization whose agent hands callers to colleagues, and calls somebody who asks for one. */
export const callSomebodyWhoAsks = async (
  platform: CallingPlatform,
  { turnByTurn = false, speed = 10, manner, second, hold, caller, prepare }: Settings,
) => {
  const organization = await openTalkingOrganization(platform, {
    account: { turn_by_turn: turnByTurn },
    tools: {
      colleague: {
        ...transferTool,
        config: {
          ...transferTool.config,
          mode: "warm",
          timeout: 10,
          hold: hold ?? null,
          further_destinations: second ? [SECOND_COLLEAGUE] : [],
        },
      },
    },
    script: [
      { when: "colleague", call: { name: "colleague", arguments: { briefing: "Ada asks about her invoice." } } },
      { when: "Nobody could be connected", say: "I am sorry, nobody can take your call now." },
    ],
  });
  await prepare?.(organization);
  const manners = buildManners(turnByTurn ? TALKS_BY_TURNS : TALKS);
  const rules: Behaviour[] = [
    { match: "0199$", ring_seconds: 1, ...manners[manner] },
    ...(second ? [{ match: "0198$", ring_seconds: 1, ...manners[second] }] : []),
  ];
  const talk = caller ?? [{ says: "Give me a colleague" }, { says: "Thank you", after: "nobody can take" }];
  const lines = turnByTurn ? talk.flatMap((line) => [line, { waits_seconds: 1 }, { waits_seconds: 1 }]) : talk;
  const runId = await organization.call({ talk: lines, speed, rules });
  return { organization, runId };
};

/** As `callSomebodyWhoAsks`, again where a busy machine has called nobody within ten seconds: such a transfer is given up. */
export const callSomebodyInTime = async (
  platform: CallingPlatform,
  settings: Settings,
): ReturnType<typeof callSomebodyWhoAsks> => {
  for (let round = 1; ; round += 1) {
    const called = await callSomebodyWhoAsks(platform, settings);
    const { outcome } = await waitUntil("somebody is called, or nobody will be", async () => {
      const [transfer, run] = await Promise.all([transferOf(platform, called.runId), runRow(platform, called.runId)]);
      const legs = await legsOf(platform, called.organization.organizationId);
      const isCalled = legs.some(({ carrier_accepted_at }) => carrier_accepted_at !== null);
      if (isCalled || isSettled(run)) return { outcome: isCalled ? null : transfer?.outcome };
      return transfer?.state === "over" ? transfer : undefined;
    });
    if (outcome !== "failed" || round === MOST_ROUNDS) return called;
  }
};
const MOST_ROUNDS = 5;

export const transferOf = (platform: CallingPlatform, runId: number) =>
  platform.test.everything.selectFrom("call_transfers").selectAll().where("run_id", "=", runId).executeTakeFirst();

export const isSettled = ({ state }: Pick<RunRow, "state">): boolean =>
  state === "completed" || state === "failed" || state === "canceled";

export const untilSettled = (platform: CallingPlatform, runId: number): Promise<RunRow> =>
  waitUntil(`run ${runId} is over`, async () => {
    const row = await runRow(platform, runId);
    return isSettled(row) ? row : undefined;
  });

/** What was heard on a call, with its instants. */
export const listenTo = async ({ simulator }: CallingPlatform, carrierCallId: string | null): Promise<Heard[]> => {
  const answer: { heard: Heard[] } = JSON.parse(
    await (await simulator.ask("GET", `/v1/calls/${carrierCallId}/heard`)).text(),
  );
  return answer.heard;
};

export const legsOf = async (platform: CallingPlatform, organizationId: number): Promise<RunRow[]> =>
  platform.test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("mode", "=", "transfer")
    .orderBy("id")
    .execute();
