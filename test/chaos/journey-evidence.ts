import pg from "pg";
import { z } from "zod";
import type { RunningStack } from "../../infra/local/stack.ts";
import { callViewSchema } from "../../infra/telephony/simulator/simulator.protocol.ts";
import type { HttpReceiver } from "../harness/http-receiver.ts";
import type { MailServer } from "../harness/mail-server.ts";
import type { JourneyCampaign } from "./journey-platform.ts";
import { readTexts } from "./journey-story.ts";
import type { JourneyEvidence, JourneyPerson, JourneyRow, JourneyStop } from "./journey-verdict.ts";

const AT_ONCE = 20;

/** Gathers what the judge looks at: the records of carrier, mail server and receiver, and the platform's rows. */
export const gatherJourney = async (
  stack: RunningStack,
  {
    journey,
    mail,
    receiver,
    stops,
    kills,
  }: {
    journey: JourneyCampaign;
    mail: MailServer;
    receiver: HttpReceiver;
    stops: readonly JourneyStop[];
    kills: number;
  },
): Promise<JourneyEvidence> => ({
  steps: journey.steps,
  calls: await readCalls(journey),
  texts: (await readTexts(journey)).flatMap(({ request, answer, received_at_ms: atMs }) =>
    // An answer to STOP is no text of a step: carriers allow it afterwards.
    answer === "came_in" || answer === "throttled" || !request.body.startsWith("We called")
      ? []
      : { number: request.to, atMs },
  ),
  mails: mail.mails.flatMap(({ subject }, at) =>
    subject.startsWith("We called ")
      ? { number: subject.replace("We called ", ""), atMs: mail.takenAtMs[at] ?? Number.NaN }
      : [],
  ),
  told: receiver.requests.map(({ headers, body }) => {
    const { data } = toldBody.parse(JSON.parse(body));
    return { id: String(headers["webhook-id"]), contactId: data.payload.contact, step: data.payload.step };
  }),
  ...(await readRows(stack, journey.campaignId)),
  stops,
  kills,
});

const toldBody = z.object({ data: z.object({ payload: z.object({ contact: z.number(), step: z.string() }) }) });

const readCalls = async ({ simulator, account }: JourneyCampaign): Promise<JourneyEvidence["calls"]> => {
  const requests = (await simulator.record(`?account=${account}`)).filter(({ answer }) => answer === "accepted");
  const calls: JourneyEvidence["calls"][number][] = [];
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    const answers = requests.slice(at, at + AT_ONCE).map(async ({ call_id: id, to, received_at_ms: atMs }) => {
      const call = callViewSchema.parse(await (await simulator.ask("GET", `/v1/calls/${id}`)).json());
      return { number: to ?? "", atMs, outcome: call.outcome };
    });
    calls.push(...(await Promise.all(answers)));
  }
  return calls;
};

const readRows = async ({ environment }: RunningStack, campaignId: number) => {
  const client = new pg.Client({ connectionString: environment["DATABASE_MIGRATIONS_URL"] });
  await client.connect();
  try {
    const people = await client.query<JourneyPerson>(
      `select id::integer as "contactId", phone_number as number, state, last_outcome as "lastOutcome"
       from campaign_contacts where campaign_id = $1`,
      [campaignId],
    );
    const rows = await client.query<JourneyRow>(
      `select campaign_contact_id::integer as "contactId", step, came_from as "cameFrom", state, reason
       from journey_steps where campaign_id = $1 order by id`,
      [campaignId],
    );
    const asked = await client.query<{ text: string }>(
      "select subject ->> 'text' as text from requests where request_key like 'journey:%'",
    );
    return {
      people: people.rows,
      rows: rows.rows,
      asked: asked.rows.map(({ text }) => text.replace("Call ", "")),
    };
  } finally {
    await client.end();
  }
};
