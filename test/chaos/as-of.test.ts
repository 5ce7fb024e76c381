import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  campaignContactsOperation,
  campaignProgressOperation,
  campaignSummaryOperation,
} from "../../api/campaigns/campaign-reading.operations.ts";
import { pauseCampaignOperation, resumeCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import { computeFigures, presentFigures } from "../../domain/campaign/progress-figures.rules.ts";
import { openWhatIfRig, type WhatIfRig } from "../api/campaigns/what-if-rig.ts";
import { someContacts } from "../factories/campaigns.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { workerSettings } from "../harness/worker-process.ts";
import { type Note, noteCampaign } from "./noted-campaign.ts";

/*
 * A campaign on the simulator with retries, a pause, people who ask not to be called, and workers that are killed. While it runs a
 * test notes what is true; afterwards the platform is asked what was true at those instants.
 */

const CONTACTS = 48;
const NOTES = 100;
/** Answers that last 20 ms on this clock, so that a note finds calls in progress. */
const SPEED = 400;

let rig: WhatIfRig;
const workers: ApiProcess[] = [];

const startWorker = (): ApiProcess => {
  const worker = startApiProcess(
    {
      ...workerSettings(),
      CARRIER_SIMULATOR_BASE_URL: rig.carrierUrl,
      PUBLIC_BASE_URL: rig.api.baseUrl,
      DATABASE_URL: rig.test.url,
      TEMPORAL_NAMESPACE: rig.namespace,
    },
    "worker/start.ts",
  );
  workers.push(worker);
  return worker;
};

const killAndReplace = async (): Promise<void> => {
  const worker = workers.at(-1);
  worker?.child.kill("SIGKILL");
  await worker?.ended;
  startWorker();
};

beforeAll(async () => {
  rig = await openWhatIfRig();
});
afterAll(async () => {
  for (const worker of workers) worker.child.kill("SIGKILL");
  await Promise.all(workers.map((worker) => worker.ended));
  await rig.close();
});

const note = (campaignId: number): Promise<Note> =>
  rig.test.database.inOrganization(rig.tenant.organizationId, (tx) => noteCampaign(tx, campaignId));

/** Disturbs the campaign once it has made so many calls. */
const disturbances = (id: number): { calls: number; disturb: () => Promise<unknown> }[] => [
  { calls: 10, disturb: killAndReplace },
  {
    calls: 20,
    disturb: () =>
      rig.operator.call(addDoNotCallOperation, {
        body: {
          phone_numbers: someContacts(CONTACTS)
            .slice(-4)
            .map(({ phone_number }) => phone_number),
        },
      }),
  },
  { calls: 25, disturb: killAndReplace },
  { calls: 35, disturb: () => rig.operator.call(pauseCampaignOperation, { params: { campaign_id: id } }) },
  { calls: 55, disturb: killAndReplace },
];

/** Plays the campaign and notes it after every change that it is seen to make. */
const noteWhileItRuns = async (id: number): Promise<Note[]> => {
  const notes = [await note(id)];
  const left = disturbances(id);
  await rig.start(id);
  for (;;) {
    const before = notes.at(-1)?.figures?.revision ?? -1;
    const next = await waitUntil("the campaign goes on", async () => {
      const noted = await note(id);
      return (noted.figures?.revision ?? -1) > before && noted;
    });
    notes.push(next);
    if (next.campaign.state === "completed") return notes;
    if (next.campaign.state === "paused")
      await rig.operator.call(resumeCampaignOperation, { params: { campaign_id: id } });
    if ((left[0]?.calls ?? Infinity) <= (next.figures?.attempts ?? 0)) await left.shift()?.disturb();
  }
};

/** What the platform tells of the campaign at an instant. */
const askAsOf = async (id: number, asOf: string) => {
  const params = { campaign_id: id };
  const [progress, summary, page] = await Promise.all([
    rig.operator.call(campaignProgressOperation, { params, query: { as_of: asOf } }),
    rig.operator.call(campaignSummaryOperation, { params, query: { as_of: asOf } }),
    rig.operator.call(campaignContactsOperation, { params, query: { as_of: asOf, limit: 100 } }),
  ]);
  const { state, started_at, completed_at, ...counts } = progress.body;
  const { outcomes, dispositions, talk_seconds, costs, by_hour, by_day, ...calls } = summary.body;
  return {
    asOf,
    campaign: { state, started_at, completed_at },
    figures: { ...counts },
    runs: { outcomes, dispositions, talk_seconds, costs, by_hour, by_day },
    attemptsPerContact: calls.attempts_per_contact,
    lastOutcomes: calls.last_outcomes,
    contacts: page.body.contacts,
  };
};

/** A note in the words of the answers. */
const inAnswers = ({ asOf, campaign, figures, contacts, runs, ...note }: Note) => {
  if (!figures) throw new Error("a campaign has figures");
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    asOf,
    campaign: {
      state: campaign.state,
      started_at: iso(campaign.started_at),
      completed_at: iso(campaign.completed_at),
    },
    figures: expect.objectContaining(presentFigures(computeFigures(figures))),
    runs: {
      outcomes: runs.outcomes,
      dispositions: runs.dispositions,
      talk_seconds: runs.talkSeconds,
      costs: runs.costs,
      by_hour: runs.byHour,
      by_day: runs.byDay,
    },
    attemptsPerContact: note.attemptsPerContact,
    lastOutcomes: note.lastOutcomes,
    contacts: contacts.map((contact) => ({ ...contact, next_attempt_at: iso(contact.next_attempt_at) })),
  };
};

it("the state as of more than a hundred noted instants of a run with kills equals the notes", async () => {
  await rig.simulator.writeScript({
    speed: SPEED,
    defaults: { weights: { answered: 3, busy: 2, no_answer: 3, voicemail: 1, failed: 1, opted_out: 1 } },
  });
  startWorker();
  const id = await rig.draftFor(someContacts(CONTACTS), { max_concurrency: 4 });
  const notes = await noteWhileItRuns(id);

  expect(notes.length).toBeGreaterThanOrEqual(NOTES);
  expect(new Set(notes.map(({ campaign }) => campaign.state))).toEqual(
    new Set(["draft", "running", "paused", "completed"]),
  );
  const seen = new Set(notes.flatMap(({ contacts }) => contacts.map(({ state }) => state)));
  expect(seen).toEqual(new Set(["pending", "in_flight", "waiting_retry", "answered", "unreached", "suppressed"]));
  for (const noted of notes) expect(await askAsOf(id, noted.asOf)).toEqual(inAnswers(noted));
});
