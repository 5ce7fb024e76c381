import { z } from "zod";
import type { App } from "./app-stand-in.ts";

/** Slack answers 200 and says no in the body. */
const refuse: App["refuse"] = (_status, error) => ({ status: 200, body: { ok: false, error } });
const CHANNEL = "C024BE91L";

export const slackApp = (): App => {
  const messages = new Map<string, string>();
  const message = z.strictObject({ channel: z.string(), text: z.string() });
  const taken = z.strictObject({ channel: z.string(), ts: z.string() });
  return {
    hosts: ["https://slack.com"],
    refuse,
    routes: [
      {
        method: "GET",
        path: /^\/api\/conversations\.list$/,
        query: z.strictObject({
          types: z.literal("public_channel"),
          exclude_archived: z.literal("true"),
          limit: z.coerce.number().int().max(1000),
          cursor: z.string().optional(),
        }),
        answer: () => ({ status: 200, body: { ok: true, channels: [{ id: CHANNEL, name: "sales" }] } }),
      },
      {
        method: "GET",
        path: /^\/api\/users\.lookupByEmail$/,
        query: z.strictObject({ email: z.string() }),
        answer: ({ query }) =>
          query["email"] === "ada@example.com"
            ? { status: 200, body: { ok: true, user: { id: "U012AB3CD" } } }
            : refuse(200, "users_not_found"),
      },
      {
        method: "POST",
        path: /^\/api\/chat\.postMessage$/,
        body: message,
        answer: ({ body }) => {
          const { channel, text } = message.parse(body);
          if (channel !== CHANNEL && channel !== "U012AB3CD") return refuse(200, "channel_not_found");
          const ts = `1503435956.00024${messages.size}`;
          messages.set(ts, text);
          return { status: 200, body: { ok: true, channel, ts } };
        },
      },
      {
        method: "POST",
        path: /^\/api\/chat\.delete$/,
        body: taken,
        answer: ({ body }) => {
          const { ts, channel } = taken.parse(body);
          return messages.delete(ts)
            ? { status: 200, body: { ok: true, channel, ts } }
            : refuse(200, "message_not_found");
        },
      },
    ],
  };
};
