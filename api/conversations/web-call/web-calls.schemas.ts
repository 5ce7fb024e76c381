import { z } from "zod";
import { MOST_CONCURRENT, MOST_MINUTES, MOST_ORIGINS } from "../../../domain/call/embed-token.ts";
import { RECOGNITIONS } from "../../../domain/call/web-call.rules.ts";
import { ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { idParameter, nullableTime, optional, time, timeInput } from "../../http/fields.ts";

export const agentParams = z.object({ workflow_id: idParameter });
export const embedTokenParams = agentParams.extend({ token_id: idParameter });
export const startQuery = z.object({
  recognition: optional(z.enum(RECOGNITIONS)).meta({
    description: "`local` (the default): the platform hears where it can; `browser`: always the browser itself",
  }),
});
export const linkParams = z.object({ token: z.string().max(400) });

/** A name, or an address, and a port: a host may hold marks too, and some of those would end the directive of the talk page's policy. */
const PLAIN_HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d+)?$/;

const isOrigin = ({ protocol, host }: URL): boolean =>
  (protocol === "https:" || protocol === "http:") && PLAIN_HOST.test(host);

export const origin = z
  .string()
  .max(300)
  .transform((text, check) => {
    const url = URL.canParse(text) && !text.includes("*") ? new URL(text) : null;
    if (url && isOrigin(url) && url.origin === text.replace(/\/$/, "")) return url.origin;
    check.addIssue({ code: "custom", message: "An origin, such as https://www.example.com, without a path" });
    return z.NEVER;
  });

export const createEmbedTokenBody = z.strictObject({
  name: optional(z.string().trim().min(1).max(255)),
  allowed_origins: z
    .array(origin)
    .min(1)
    .max(MOST_ORIGINS)
    .transform((origins) => [...new Set(origins)])
    .meta({ description: "Origins of the pages that may begin a conversation, such as https://www.example.com" }),
  expires_at: optional(timeInput).meta({ description: "Without it the token is valid until it is revoked" }),
  max_minutes: optional(z.number().int().min(1).max(MOST_MINUTES)).meta({
    description: "Minutes of all its conversations together",
  }),
  max_concurrent: optional(z.number().int().min(1).max(MOST_CONCURRENT)).meta({
    description: "Conversations at one time",
  }),
});

export const embedTokenAnswer = z
  .object({
    id: z.number().int(),
    workflow_id: z.number().int(),
    name: z.string(),
    token: z.string().meta({ description: "Part of the page's source; it allows nothing outside its limits" }),
    environment: z.enum(ENVIRONMENTS),
    allowed_origins: z.array(z.string()),
    expires_at: nullableTime,
    max_minutes: z.number().int().nullable(),
    max_concurrent: z.number().int().nullable(),
    minutes_used: z.number(),
    revoked_at: nullableTime,
    created_at: time,
    page_url: z.string().meta({ description: "Our own page with this agent; open where our origin is allowed" }),
    embed_script: z.string().meta({ description: "Puts a talk button on a page" }),
  })
  .meta({ id: "EmbedToken" });
export const embedTokenListAnswer = z
  .object({ embed_tokens: z.array(embedTokenAnswer) })
  .meta({ id: "EmbedTokenList" });

export const linkAnswer = z
  .object({
    kind: z.enum(["conversation", "embed"]),
    agent_name: z.string(),
    language: z.string(),
    audio: z
      .object({ kind: z.enum(["livekit", "socket"]), url: z.string(), token: z.string() })
      .nullable()
      .meta({
        description:
          "For a conversation with audio: the LiveKit server and the token that joins its room, or a WebSocket for sound and words",
      }),
  })
  .meta({ id: "TalkLink" });

export const joinAnswer = z
  .object({
    kind: z.enum(["relay", "livekit", "socket"]).meta({
      description:
        "`relay`: words over a WebSocket of ours; `livekit`: audio, where LiveKit and models for speech are set; `socket`: audio over a WebSocket of ours, where the platform speaks and hears without LiveKit",
    }),
    url: z.string().meta({
      description:
        "For `relay` a WebSocket for the words, for `socket` one for sound and words, for `livekit` the LiveKit server",
    }),
    token: z.string().meta({ description: "For `livekit` the access token to the room of this conversation alone" }),
    expires_at: time.meta({ description: "A conversation that nobody has joined by this time is canceled" }),
    page_url: z.string().meta({ description: "A page that speaks and hears" }),
  })
  .meta({ id: "Join" });

export const startedWebCallAnswer = z
  .object({ workflow_run_id: z.number().int(), join: joinAnswer })
  .meta({ id: "StartedWebCall" });
