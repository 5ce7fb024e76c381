import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { toDate } from "../carrier-values.ts";
import { readAll, type TelnyxClient } from "./telnyx.client.ts";
import { type EventPayload, eventPayload, type TelnyxEvent } from "./telnyx.event.ts";

/** `metadata` holds the sent event in an undocumented shape; some accounts name the fields differently. */
const listedEvent = z.looseObject({
  name: z.string(),
  call_leg_id: z.string().nullish(),
  leg_id: z.string().nullish(),
  event_timestamp: z.string().nullish(),
  occurred_at: z.string().nullish(),
  metadata: z.unknown().optional(),
  payload: z.unknown().optional(),
});

export interface ListedEvent {
  legId: string | null;
  /** null when its content cannot be read. */
  event: TelnyxEvent | null;
}

/**
 * Lists the events that Telnyx has sent about calls, oldest first: of one leg at any time, otherwise of the last 24
 * hours. Telnyx silently ignores an unknown filter, so callers check each event again.
 */
export const listCallEvents = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  filter: Readonly<Record<string, string>>,
): Promise<ListedEvent[]> => {
  const filters = Object.entries(filter).map(([name, value]) => [`filter${name}`, value] as const);
  const ask = (page: Record<string, string>) =>
    client(credentials, {
      method: "GET",
      path: "/call_events",
      query: { ...Object.fromEntries(filters), "filter[type]": "webhook", ...page },
    });
  return (await readAll(ask, listedEvent)).map((listed) => {
    const payload = findPayload(listed.metadata ?? listed.payload, 4);
    const at = toDate(listed.event_timestamp ?? listed.occurred_at);
    const type = listed.name.replaceAll("_", ".");
    return {
      legId: listed.call_leg_id ?? listed.leg_id ?? payload?.call_leg_id ?? null,
      event: payload && { type, at, payload },
    };
  });
};

/** Finds the first nested object that names a call. */
const findPayload = (value: unknown, depth: number): EventPayload | null => {
  if (depth === 0 || typeof value !== "object" || value === null) return null;
  const payload = eventPayload.safeParse(value).data;
  if (payload?.call_control_id || payload?.call_leg_id) return payload;
  return Object.values(value).reduce<EventPayload | null>((found, each) => found ?? findPayload(each, depth - 1), null);
};
