import { callApi } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { createStore } from "../api/store.ts";
import { sayRefused, toasts } from "../ui/toasts.tsx";
import { words } from "../words/words.ts";
import { requestsKey } from "./inbox-queries.ts";

export type Decision =
  | { kind: "question"; eventId: number; choice?: string; text?: string }
  | { kind: "action"; eventId: number; decision: "confirm" | "decline"; note?: string }
  | { kind: "edit"; eventId: number; decision: "publish" | "discard"; note?: string }
  | { kind: "secret"; eventId: number; name: string; value: string };

export interface PendingDecision {
  eventId: number;
  /** The decision in the person's words. */
  said: string;
  decision: Decision;
  timer: ReturnType<typeof setTimeout>;
}

const HOLD_MS = 5_000;

/** Decisions that were made here and not sent yet, oldest first. */
export const pendingDecisions = createStore<readonly PendingDecision[]>([]);

/** Holds a decision for five seconds, in which it can be undone; then sends it, on whatever page the person is. */
export const postponeDecision = (decision: Decision, said: string): void => {
  const { eventId } = decision;
  if (pendingDecisions.get().some((held) => held.eventId === eventId)) return;
  const timer = setTimeout(() => void send(eventId), HOLD_MS);
  pendingDecisions.set([...pendingDecisions.get(), { eventId, said, decision, timer }]);
};

/** Undoes a held decision; without an event the last one. */
export const takeBackDecision = (eventId = pendingDecisions.get().at(-1)?.eventId): void => {
  const held = pendingDecisions.get().find((each) => each.eventId === eventId);
  if (!held) return;
  clearTimeout(held.timer);
  forget(held);
  toasts.add({ title: words.inbox.takenBack });
};

const forget = ({ eventId }: PendingDecision): void =>
  pendingDecisions.set(pendingDecisions.get().filter((each) => each.eventId !== eventId));

const send = async (eventId: number): Promise<void> => {
  const held = pendingDecisions.get().find((each) => each.eventId === eventId);
  if (!held) return;
  clearTimeout(held.timer);
  try {
    await settle(held.decision);
    toasts.add({ title: `${words.inbox.sent}: ${held.said}` });
  } catch (error) {
    sayRefused(error, { timeout: 15_000 });
  }
  await queryClient.invalidateQueries({ queryKey: requestsKey });
  forget(held);
};

const settle = async (given: Decision): Promise<void> => {
  const { eventId: event_id } = given;
  switch (given.kind) {
    case "question":
      await callApi("POST /timeline/decide", {
        body: { event_id, choice: given.choice ?? null, text: given.text ?? null },
      });
      return;
    case "action": {
      const { decision, note } = given;
      await callApi("POST /timeline/actions/settle", { body: { event_id, decision, note: note ?? null } });
      return;
    }
    case "edit": {
      const { decision, note } = given;
      await callApi("POST /timeline/edits/settle", { body: { event_id, decision, note: note ?? null } });
      return;
    }
    case "secret":
      await callApi("POST /timeline/secrets/provide", { body: { event_id, name: given.name, value: given.value } });
  }
};

/** Sends the held decisions now, while the session is still the one of the person who made them. */
export const sendPendingDecisions = async (): Promise<void> => {
  await Promise.all(pendingDecisions.get().map(({ eventId }) => send(eventId)));
};

addEventListener("pagehide", () => void sendPendingDecisions());
