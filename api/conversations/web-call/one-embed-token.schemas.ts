import { z } from "zod";
import { EMBED_TOKEN_DAYS, MOST_ORIGINS } from "../../../domain/call/embed-token.ts";
import { nullableTime, optional, time, withDefault } from "../../http/fields.ts";
import { origin } from "./web-calls.schemas.ts";

/** Reads `example.com` as the site over https; a full origin is not changed. */
const domain = z
  .string()
  .trim()
  .transform((text) => (text.includes("://") ? text : `https://${text}`))
  .pipe(origin);

/** The body of published clients that know one token for an agent. */
export const oneEmbedTokenBody = z.strictObject({
  allowed_domains: optional(z.array(domain).max(MOST_ORIGINS))
    .refine((domains) => domains !== undefined && domains.length > 0, {
      message: "Name the domains whose pages may begin a conversation; a token for every page is not possible",
    })
    .transform((domains) => [...new Set(domains)]),
  settings: optional(
    z.record(z.string(), z.unknown()).refine((settings) => Object.keys(settings).length === 0, {
      message: "There are no settings of a token here: the agent's own settings hold",
    }),
  ),
  usage_limit: optional(z.null({ message: "Conversations are not counted; limit max_minutes of embed-tokens" })),
  expires_in_days: withDefault(z.number().int().min(1).max(EMBED_TOKEN_DAYS.most), EMBED_TOKEN_DAYS.usual),
});

export const oneEmbedTokenAnswer = z
  .object({
    id: z.number().int(),
    token: z.string(),
    allowed_domains: z.array(z.string()),
    settings: z.null(),
    is_active: z.boolean(),
    usage_count: z.number().int().meta({ description: "Conversations that were begun by it" }),
    usage_limit: z.null(),
    expires_at: nullableTime,
    created_at: time,
    embed_script: z.string(),
  })
  .meta({ id: "OneEmbedToken" });
