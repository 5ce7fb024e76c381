import { z } from "zod";

/** Agents that are hired together for one job. */

const words = z.string().trim().min(1);

export const PACK_CHANNELS = ["inbound_call", "outbound_call", "whatsapp", "web", "scheduled"] as const;
export type PackChannel = (typeof PACK_CHANNELS)[number];

export interface Pack {
  slug: string;
  name: string;
  summary: string;
  /** What it does in a business, in words that people look for. */
  job: string;
  version: string;
  /** A draft is one of the organization's own, whose agents cannot be hired yet. */
  state: "draft" | "published";
  publisher: { slug: string; name: string; first_party: boolean };
  /** None: it fits every industry. */
  industries: readonly string[];
  /** BCP 47. */
  languages: readonly string[];
  channels: readonly PackChannel[];
  steps: readonly string[];
  complianceNotes: readonly string[];
  /** Ids of its templates. */
  templateIds: readonly string[];
  demo: PackDemo;
}

/** Where a pack can be tried before it is hired. */
export const packDemo = z.strictObject({
  demo_number: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, "A telephone number in E.164, such as +12025550100")
    .nullish()
    .transform((value) => value ?? null),
  demo_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .transform((value) => value ?? null),
});
export type PackDemo = z.output<typeof packDemo>;

/** By the pack's slug. */
export const packDemos = z.record(words, packDemo);
export type PackDemos = z.output<typeof packDemos>;
export const NO_DEMO: PackDemo = { demo_number: null, demo_url: null };

/** In this order: what calls comes first. */
const BADGES: Readonly<Record<PackChannel, string>> = {
  inbound_call: "Answers calls",
  outbound_call: "Makes calls",
  whatsapp: "Answers on WhatsApp",
  web: "Talks on your website",
  scheduled: "Works on a schedule",
};

const CALLING: readonly PackChannel[] = ["inbound_call", "outbound_call"];

export const isCalling = ({ channels }: Pick<Pack, "channels">): boolean =>
  channels.some((channel) => CALLING.includes(channel));

export const badgesOf = ({ channels }: Pick<Pack, "channels">): string[] =>
  PACK_CHANNELS.filter((channel) => channels.includes(channel)).map((channel) => BADGES[channel]);

/** What hiring costs nothing of, and using it is counted in. */
export const chargingOf = (pack: Pick<Pack, "channels">) => ({
  needs_voice: isCalling(pack),
  unit: isCalling(pack) ? ("minute" as const) : ("run" as const),
  hire_price_paise: 0,
  creator_price_paise: 0,
});

/**
 * Nobody should hire an agent for calls unheard: it is on the shelf when it can be called or talked to first. An
 * organization's own packs are made of agents that it can talk to already.
 */
export const isListed = (pack: Pick<Pack, "channels" | "demo" | "publisher">): boolean =>
  !pack.publisher.first_party || !isCalling(pack) || pack.demo.demo_number !== null || pack.demo.demo_url !== null;
