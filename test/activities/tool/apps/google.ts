import { z } from "zod";
import type { App } from "./app-stand-in.ts";

/** RFC 3339 with an offset: Google takes no other. */
const instant = z.iso.datetime({ offset: true });
const CALENDARS = ["primary", "viewings@example.com"];

const refuse: App["refuse"] = (status, message) => ({ status, body: { error: { code: status, message } } });
const calendarOf = (path: Record<string, string>) => CALENDARS.includes(path["calendar"] ?? "");

export const googleCalendarApp = (): App => {
  const events = new Map<string, { summary: string; start: string; end: string }>();
  const event = z.strictObject({
    summary: z.string().optional(),
    description: z.string().optional(),
    start: z.strictObject({ dateTime: instant }),
    end: z.strictObject({ dateTime: instant }),
    attendees: z.array(z.strictObject({ email: z.email() })).optional(),
  });
  return {
    hosts: ["https://www.googleapis.com", "https://openidconnect.googleapis.com"],
    refuse,
    routes: [
      {
        method: "POST",
        path: /^\/calendar\/v3\/freeBusy$/,
        body: z.strictObject({
          timeMin: instant,
          timeMax: instant,
          items: z.array(z.strictObject({ id: z.string() })),
        }),
        answer: ({ body }) => {
          const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body);
          const busy = [...events.values()].map(({ start, end }) => ({ start, end }));
          return { status: 200, body: { calendars: Object.fromEntries(items.map(({ id }) => [id, { busy }])) } };
        },
      },
      {
        method: "GET",
        path: /^\/calendar\/v3\/calendars\/(?<calendar>[^/]+)\/events$/,
        query: z
          .strictObject({
            timeMin: instant,
            timeMax: instant,
            q: z.string().optional(),
            singleEvents: z.literal("true"),
            // Google refuses this order where recurring events are not laid out singly.
            orderBy: z.literal("startTime"),
            maxResults: z.coerce.number().int().min(1).max(2500),
          })
          .refine(
            ({ timeMin, timeMax }) => Date.parse(timeMin) < Date.parse(timeMax),
            "The specified time range is empty.",
          ),
        answer: ({ path, query }) =>
          calendarOf(path)
            ? {
                status: 200,
                body: {
                  items: [...events]
                    .filter(([, { summary }]) => summary.includes(query["q"] ?? ""))
                    .map(([id]) => ({ id })),
                },
              }
            : refuse(404, "Not Found"),
      },
      {
        method: "POST",
        path: /^\/calendar\/v3\/calendars\/(?<calendar>[^/]+)\/events$/,
        body: event,
        answer: ({ path, body }) => {
          const { summary = "", start, end } = event.parse(body);
          if (!calendarOf(path)) return refuse(404, "Not Found");
          if (Date.parse(start.dateTime) >= Date.parse(end.dateTime))
            return refuse(400, "The specified time range is empty.");
          const id = `event${events.size + 1}`;
          events.set(id, { summary, start: start.dateTime, end: end.dateTime });
          return { status: 200, body: { id, status: "confirmed" } };
        },
      },
      {
        method: "DELETE",
        path: /^\/calendar\/v3\/calendars\/(?<calendar>[^/]+)\/events\/(?<event>[^/]+)$/,
        answer: ({ path }) => {
          if (!calendarOf(path)) return refuse(404, "Not Found");
          return events.delete(path["event"] ?? "") ? { status: 204 } : refuse(410, "Resource has been deleted");
        },
      },
    ],
  };
};

const SHEET = "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms";
const RANGE = /^(?:'?[^'!]+'?!)?[A-Z]+\d*(?::[A-Z]+\d*)?$/;
const written = z.strictObject({ values: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))) });

export const googleSheetsApp = (): App => {
  const rows: unknown[][] = [["name", "when"]];
  const found = (path: Record<string, string>) =>
    path["sheet"] !== SHEET
      ? refuse(404, "Requested entity was not found.")
      : RANGE.test(path["range"] ?? "")
        ? null
        : refuse(400, `Unable to parse range: ${path["range"]}`);
  return {
    hosts: ["https://sheets.googleapis.com", "https://openidconnect.googleapis.com"],
    refuse,
    routes: [
      {
        method: "GET",
        path: /^\/v4\/spreadsheets\/(?<sheet>[^/]+)\/values\/(?<range>[^/]+)$/,
        answer: ({ path }) => found(path) ?? { status: 200, body: { range: path["range"], values: rows } },
      },
      {
        method: "POST",
        path: /^\/v4\/spreadsheets\/(?<sheet>[^/]+)\/values\/(?<range>[^/]+):append$/,
        query: z.strictObject({
          valueInputOption: z.enum(["RAW", "USER_ENTERED"]),
          insertDataOption: z.enum(["OVERWRITE", "INSERT_ROWS"]),
        }),
        body: written,
        answer: ({ path, query, body }) => {
          const fault = found(path);
          if (fault) return fault;
          // The text would become a formula only with this option.
          const formula = query["valueInputOption"] === "USER_ENTERED" && JSON.stringify(body).includes('"=');
          rows.push(...written.parse(body).values.map((row) => (formula ? ["computed"] : row)));
          return { status: 200, body: { updates: { updatedRows: 1 } } };
        },
      },
      {
        method: "PUT",
        path: /^\/v4\/spreadsheets\/(?<sheet>[^/]+)\/values\/(?<range>[^/]+)$/,
        query: z.strictObject({ valueInputOption: z.enum(["RAW", "USER_ENTERED"]) }),
        body: written,
        answer: ({ path, body }) => {
          const fault = found(path);
          if (fault) return fault;
          rows[0] = written.parse(body).values[0] ?? [];
          return { status: 200, body: { updatedRows: 1 } };
        },
      },
    ],
  };
};
