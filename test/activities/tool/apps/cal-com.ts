import { z } from "zod";
import type { App } from "./app-stand-in.ts";

const refuse: App["refuse"] = (status, message) => ({
  status,
  body: { status: "error", error: { code: "BadRequestException", message } },
});
/** Another version is another interface. */
const version = (date: string) => z.looseObject({ "cal-api-version": z.literal(date) });
const EVENT_TYPE = 123;
const SLOT = "2026-03-02T08:30:00Z";

export const calComApp = (): App => {
  const bookings = new Map<string, string>();
  const booking = z.strictObject({
    eventTypeId: z.number().int(),
    start: z.iso.datetime(),
    attendee: z.strictObject({
      name: z.string().min(1),
      email: z.email(),
      timeZone: z.string(),
      phoneNumber: z
        .string()
        .regex(/^\+\d+$/)
        .optional(),
    }),
  });
  return {
    hosts: ["https://api.cal.com"],
    refuse,
    routes: [
      {
        method: "GET",
        path: /^\/v2\/event-types$/,
        headers: version("2024-06-14"),
        query: z.strictObject({ username: z.string() }),
        answer: () => ({ status: 200, body: { status: "success", data: [{ id: EVENT_TYPE, title: "Viewing" }] } }),
      },
      {
        method: "GET",
        path: /^\/v2\/slots$/,
        headers: version("2024-09-04"),
        query: z.strictObject({
          eventTypeId: z.coerce.number().int(),
          start: z.iso.date(),
          end: z.iso.date(),
          timeZone: z.string().optional(),
        }),
        answer: ({ query }) =>
          Number(query["eventTypeId"]) === EVENT_TYPE
            ? { status: 200, body: { status: "success", data: { "2026-03-02": [{ start: SLOT }] } } }
            : refuse(404, "Event Type not found"),
      },
      {
        method: "POST",
        path: /^\/v2\/bookings$/,
        headers: version("2024-08-13"),
        body: booking,
        answer: ({ body }) => {
          const { start, eventTypeId } = booking.parse(body);
          if (eventTypeId !== EVENT_TYPE) return refuse(404, `Event type with id ${eventTypeId} not found`);
          if (start !== SLOT || [...bookings.values()].includes(start)) {
            return refuse(400, "User either already has booking at this time or is not available");
          }
          const uid = `booking-${bookings.size + 1}`;
          bookings.set(uid, start);
          return { status: 201, body: { status: "success", data: { uid, start } } };
        },
      },
      {
        method: "POST",
        path: /^\/v2\/bookings\/(?<uid>[^/]+)\/cancel$/,
        headers: version("2024-08-13"),
        body: z.strictObject({ cancellationReason: z.string().optional() }),
        answer: ({ path: { uid = "" } }) =>
          bookings.delete(uid)
            ? { status: 200, body: { status: "success", data: { uid, status: "cancelled" } } }
            : refuse(404, `Booking with uid=${uid} was not found`),
      },
    ],
  };
};
