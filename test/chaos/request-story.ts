import { setTimeout as delay } from "node:timers/promises";
import { readTimelineOperation } from "../../api/channels/channels.operations.ts";
import {
  createTextSessionOperation,
  sendMessageOperation,
} from "../../api/conversations/text/text-sessions.operations.ts";
import type { ApiClient } from "../harness/api-client.ts";
import type { AskingPlatform } from "./asking-platform.ts";
import { persistently } from "./persistent-client.ts";
import type { PlannedRequest } from "./request-plan.ts";
import type { AskedRequest } from "./request-verdict.ts";

/** The request itself is given up after this; what is known of it then is judged. */
const PATIENCE_MS = 180_000;
/** Dozens wait at the same time. */
const POLL_MS = 1000;

const WORDS: Record<PlannedRequest["kind"], string> = {
  question: "Do I get a discount?",
  action: "I come on Monday with friends.",
  secret: "Do you see the warehouse?",
};
const EVENTS = { question: "question", action: "action_proposed", secret: "secret_requested" } as const;

/** Brings an agent to ask for something, and lets two people answer at the same moment, and take it back if they may. */
export const playRequest = async (platform: AskingPlatform, planned: PlannedRequest): Promise<AskedRequest> => {
  const { eventId, runId } = await bringAbout(platform, planned);
  if (eventId === null) return { index: planned.index, eventId, winners: 0, undoers: 0, untold: 0 };
  const { won: winners, untold } = await race(platform, (person) => answerOf(platform, { planned, eventId, person }));
  const undoers =
    planned.kind === "action" && planned.isUndone && (await wasCarriedOut(platform, { eventId, runId }))
      ? await race(platform, () => ({
          path: "/timeline/actions/settle",
          body: { event_id: eventId, decision: "undo" },
        }))
      : { won: 0 };
  return { index: planned.index, eventId, winners, undoers: undoers.won, untold };
};

const bringAbout = async (
  { people: [client], agentId }: AskingPlatform,
  { index, kind }: PlannedRequest,
): Promise<{ eventId: number | null; runId: number }> => {
  const session = await persistently("a session", () =>
    client.call(
      createTextSessionOperation,
      { params: { workflow_id: agentId }, body: {} },
      { idempotencyKey: `session-${index}` },
    ),
  );
  const run_id = session.body.workflow_run_id;
  await persistently("a message", async () => {
    const params = { workflow_id: agentId, run_id };
    const message = { params, body: { text: WORDS[kind] } };
    await client.call(sendMessageOperation, message, { idempotencyKey: `message-${index}` });
  });
  const eventId = await eventually(async () => {
    const { events } = await readEvents(client, { workflow_run_id: run_id, kinds: EVENTS[kind] });
    return events[0]?.id ?? null;
  });
  return { eventId, runId: run_id };
};

const readEvents = async (client: ApiClient, query: { workflow_run_id: number; kinds: string }) =>
  (await persistently("the timeline", () => client.call(readTimelineOperation, { query: { ...query, limit: 500 } })))
    .body;

/** Returns null when the row does not come within the limit of a request. */
const eventually = async <T>(look: () => Promise<T | null>): Promise<T | null> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null || Date.now() > deadline) return found;
    await delay(POLL_MS);
  }
};

interface Attempt {
  path: string;
  body: object;
}

const answerOf = (
  { secretMarker, controlWords }: AskingPlatform,
  { planned, eventId: event_id, person }: { planned: PlannedRequest; eventId: number; person: 0 | 1 },
): Attempt => {
  switch (planned.kind) {
    case "question":
      return { path: "/timeline/decide", body: { event_id, text: `${controlWords} from person ${person}` } };
    case "action":
      return { path: "/timeline/actions/settle", body: { event_id, decision: planned.decisions[person] } };
    case "secret":
      return {
        path: "/timeline/secrets/provide",
        body: { event_id, value: `${secretMarker}-${planned.index}-${person}` },
      };
  }
};

interface Race {
  /** Those who were told that theirs counts. */
  won: number;
  /** Those who were late, and were not told who was first. */
  untold: number;
}

const race = async ({ people }: AskingPlatform, attemptOf: (person: 0 | 1) => Attempt): Promise<Race> => {
  const heard = await Promise.all(
    ([0, 1] as const).map((person) => persistently("an answer", () => attempt(people[person], attemptOf(person)))),
  );
  const count = (what: Heard) => heard.filter((each) => each === what).length;
  return { won: count("won"), untold: count("untold") };
};

type Heard = "won" | "late" | "untold";

/** Asks again whatever is no answer yet; a repetition of one's own hears that somebody was first. */
const attempt = async (client: ApiClient, { path, body }: Attempt): Promise<Heard> => {
  const response = await client.fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status === 200) return "won";
  if (response.status === 409) return text.includes("was first") ? "late" : "untold";
  throw new Error(`${path} answered ${response.status}: ${text}`);
};

/** False: it was declined, or nobody knows what became of it; neither can be taken back. */
const wasCarriedOut = async (
  { people: [client] }: AskingPlatform,
  { eventId, runId }: { eventId: number; runId: number },
): Promise<boolean> =>
  (await eventually(async () => {
    const { events } = await readEvents(client, { workflow_run_id: runId, kinds: "action_settled" });
    const own = events.filter(({ payload }) => payload["event_id"] === eventId);
    if (own.some(({ payload }) => payload["decision"] === "declined")) return false;
    const outcome = own.find(({ payload }) => payload["action"] !== undefined);
    return outcome ? outcome.payload["action"] === "done" : null;
  })) === true;
