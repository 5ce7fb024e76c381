import { z } from "zod";

/** A pack: agents that are hired together for one job. */

const words = z.string().trim().min(1);

export const PACK_CHANNELS = ["inbound_call", "outbound_call", "whatsapp", "web", "scheduled"] as const;
export type PackChannel = (typeof PACK_CHANNELS)[number];

export interface Pack {
  slug: string;
  name: string;
  summary: string;
  /** The job that it does, in words that people search for. */
  job: string;
  version: string;
  /** `draft`: one of the organization's own, whose agents cannot be hired yet. */
  state: "draft" | "published";
  publisher: { slug: string; name: string; first_party: boolean };
  /** Empty: it fits every industry. */
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

/** The number or address at which a pack can be tried before it is hired. */
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

/** Returns why a pack cannot have these channels; null when it can. What works on a schedule is a campaign, and no pack has one. */
export const explainChannels = (channels: readonly PackChannel[]): string | null =>
  channels.includes("scheduled")
    ? "No agent of a pack works on a schedule by itself: leave scheduled out, and make a recurring campaign of one that makes calls"
    : null;

/** In this order: calls come first. */
const BADGES: Readonly<Partial<Record<PackChannel, string>>> = {
  inbound_call: "Answers calls",
  outbound_call: "Makes calls",
  whatsapp: "Answers on WhatsApp",
  web: "Talks on your website",
};

const CALLING: readonly PackChannel[] = ["inbound_call", "outbound_call"];

export const isCalling = ({ channels }: Pick<Pack, "channels">): boolean =>
  channels.some((channel) => CALLING.includes(channel));

export const listBadges = ({ channels }: Pick<Pack, "channels">): string[] =>
  PACK_CHANNELS.flatMap((channel) => (channels.includes(channel) ? (BADGES[channel] ?? []) : []));

/** Returns whether the pack needs voice and the unit in which its use is counted; hiring itself is free. */
export const describeCharging = (pack: Pick<Pack, "channels">) => ({
  needs_voice: isCalling(pack),
  unit: isCalling(pack) ? ("minute" as const) : ("run" as const),
  hire_price_paise: 0,
  creator_price_paise: 0,
});

/**
 * Tells whether a pack is listed. The platform's packs with calls are listed only with a demo, so that nobody hires one
 * unheard; an organization can already talk to the agents of its own packs.
 */
export const isListed = (pack: Pick<Pack, "channels" | "demo" | "publisher">): boolean =>
  !pack.publisher.first_party || !isCalling(pack) || pack.demo.demo_number !== null || pack.demo.demo_url !== null;
