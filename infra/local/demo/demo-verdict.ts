import { createDemoClient, type Json, readNumber, readObject, readText } from "./demo-client.ts";
import { type DemoOutcome, type DemoStage, expectedRows } from "./demo-story.ts";

export interface Check {
  what: string;
  platform: number | string;
  carrier: number | string;
}

export const isPassed = (check: Check): boolean => check.platform === check.carrier;

const OUTCOMES = ["answered", "voicemail", "no_answer", "busy", "rejected", "opted_out"];

/** Compares the platform's figures with the simulator's own record of every request that it received. */
export const compareDemo = async (
  { simulatorUrl, simulatorKey }: DemoStage,
  outcome: DemoOutcome,
): Promise<Check[]> => {
  const simulator = createDemoClient(simulatorUrl, { authorization: `Bearer ${simulatorKey}` });
  const summary = await simulator.get(`/v1/record/summary?account=${outcome.account}`);
  const { requests } = await simulator.get(`/v1/record?account=${outcome.account}`);
  const received = Array.isArray(requests) ? requests.map((each: Json) => readNumber(each, "received_at_ms")) : [];
  const dialled = readObject(summary, "dials_per_number");
  const [first] = outcome.campaigns;
  if (!first) throw new Error("the demo ran no campaign");
  const repeated = summary["repeated_keys"];
  return [
    { what: "rows imported", platform: readNumber(outcome.imported, "imported"), carrier: expectedRows.imported },
    { what: "rows invalid", platform: readNumber(outcome.imported, "invalid"), carrier: expectedRows.invalid },
    {
      what: "contacts suppressed",
      platform: readNumber(first.progress, "suppressed"),
      carrier: expectedRows.onDoNotCall,
    },
    { what: "attempts accepted", platform: sumOf(outcome, "attempts"), carrier: readNumber(summary, "calls") },
    { what: "contacts dialled", platform: readNumber(first.progress, "dialled"), carrier: Object.keys(dialled).length },
    ...OUTCOMES.map((name) => ({
      what: name.replaceAll("_", " "),
      platform: sumOfOutcomes(outcome, name),
      carrier: Number(readObject(summary, "outcomes")[name] ?? 0),
    })),
    {
      what: "cost, minor units",
      platform: costOf(outcome),
      carrier: Number(readObject(summary, "cost_minor")["USD"] ?? 0),
    },
    {
      what: "contacts lost",
      platform: outcome.campaigns.reduce((sum, { progress }) => sum + lostIn(progress), 0),
      carrier: 0,
    },
    {
      what: "campaigns completed",
      platform: outcome.campaigns.filter(({ progress }) => readText(progress, "state") === "completed").length,
      carrier: 2,
    },
    { what: "attempts dialled twice", platform: Array.isArray(repeated) ? repeated.length : -1, carrier: 0 },
    {
      what: "do-not-call numbers dialled",
      platform: outcome.doNotCall.filter((number) => number in dialled).length,
      carrier: 0,
    },
    {
      what: "requests while paused",
      platform: received.filter((at) => at > outcome.pausedFromMs && at < outcome.pausedToMs).length,
      carrier: 0,
    },
  ];
};

const sumOf = ({ campaigns }: DemoOutcome, field: string): number =>
  campaigns.reduce((sum, { progress }) => sum + readNumber(progress, field), 0);

const sumOfOutcomes = ({ campaigns }: DemoOutcome, name: string): number =>
  campaigns.reduce((sum, { summary }) => sum + Number(readObject(summary, "outcomes")[name] ?? 0), 0);

const costOf = ({ campaigns }: DemoOutcome): number =>
  campaigns.reduce((sum, { summary }) => sum + costIn(summary["costs"]), 0);

const costIn = (cost: unknown): number =>
  Array.isArray(cost) ? cost.reduce<number>((sum, each: Json) => sum + readNumber(each, "cost_minor"), 0) : 0;

const lostIn = (progress: Json): number =>
  readNumber(progress, "total") -
  readNumber(progress, "suppressed") -
  readNumber(progress, "finished") +
  readNumber(progress, "remaining");
