import { NO_DEMO, type Pack, type PackDemos } from "./pack.ts";
import { templates } from "./template-catalogue.ts";

type FirstParty = Pick<
  Pack,
  "slug" | "name" | "summary" | "job" | "version" | "industries" | "channels" | "templateIds"
>;

const PUBLISHER = { slug: "ringdown", name: "Ringdown", first_party: true };

const FIRST_PARTY: readonly FirstParty[] = [
  {
    slug: "call-backs",
    name: "Call backs",
    summary: "Calls everybody back whom nobody answered.",
    job: "Front desk",
    version: "1.0.0",
    industries: [],
    channels: ["outbound_call"],
    templateIds: ["missed-call-callback"],
  },
  {
    slug: "clinic-front-desk",
    name: "Clinic front desk",
    summary: "Takes the calls of a clinic and reminds patients of their appointments.",
    job: "Front desk",
    version: "1.0.0",
    industries: ["healthcare"],
    channels: ["inbound_call", "outbound_call"],
    templateIds: ["clinic-intake", "appointment-reminder"],
  },
  {
    slug: "customer-feedback",
    name: "Customer feedback",
    summary: "Asks customers for a score and listens to those who are unhappy, on your website.",
    job: "Research",
    version: "1.0.0",
    industries: [],
    channels: ["web"],
    templateIds: ["satisfaction-survey"],
  },
  {
    slug: "delivery-dispatch",
    name: "Delivery dispatch",
    summary: "Agrees on delivery times before the driver leaves.",
    job: "Dispatch",
    version: "1.0.0",
    industries: ["logistics", "retail"],
    channels: ["outbound_call"],
    templateIds: ["delivery-slot"],
  },
  {
    slug: "event-guests",
    name: "Event guests",
    summary: "Invites guests, counts them and knows their wishes.",
    job: "Events",
    version: "1.0.0",
    industries: ["events", "hospitality"],
    channels: ["outbound_call"],
    templateIds: ["event-invitation"],
  },
  {
    slug: "help-desk",
    name: "Help desk",
    summary: "Solves what is simple and opens tickets for the rest, in writing on your website.",
    job: "IT support",
    version: "1.0.0",
    industries: [],
    channels: ["web"],
    templateIds: ["it-help-desk"],
  },
  {
    slug: "payment-reminders",
    name: "Payment reminders",
    summary: "Reminds of open payments with the sentences that the law asks for.",
    job: "Collections",
    version: "1.0.0",
    industries: ["finance"],
    channels: ["outbound_call"],
    templateIds: ["debt-reminder"],
  },
  {
    slug: "property-desk",
    name: "Property desk",
    summary: "Answers calls about your listings and arranges viewings.",
    job: "Sales",
    version: "1.0.0",
    industries: ["real_estate"],
    channels: ["inbound_call", "web"],
    templateIds: ["property-viewing"],
  },
  {
    slug: "sales-qualification",
    name: "Sales qualification",
    summary: "Calls people who asked for information and hands interested ones on.",
    job: "Sales",
    version: "1.0.0",
    industries: ["software", "technology"],
    channels: ["outbound_call"],
    templateIds: ["lead-qualification"],
  },
  {
    slug: "shop-support",
    name: "Shop support",
    summary: "Tells customers where their order is, and takes complaints, in writing on your website.",
    job: "Customer support",
    version: "1.0.0",
    industries: ["retail"],
    channels: ["web"],
    templateIds: ["order-status"],
  },
  {
    slug: "table-bookings",
    name: "Table bookings",
    summary: "Takes bookings of tables day and night.",
    job: "Front desk",
    version: "1.0.0",
    industries: ["hospitality"],
    channels: ["inbound_call"],
    templateIds: ["restaurant-booking"],
  },
];

/** Tells whether a slug belongs to one of the platform's packs; an organization's pack cannot use it. */
export const isFirstPartySlug = (slug: string): boolean => FIRST_PARTY.some((pack) => pack.slug === slug);

/** Returns the platform's packs, with their demos. */
export const listFirstPartyPacks = (demos: PackDemos): Pack[] =>
  FIRST_PARTY.map((pack) => {
    const texts = templates.filter(({ id }) => pack.templateIds.includes(id)).map((each) => each.texts);
    const first = texts.flatMap(([text]) => text ?? []);
    const unique = (values: readonly string[]) => [...new Set(values)];
    return {
      ...pack,
      publisher: PUBLISHER,
      state: "published" as const,
      languages: unique(texts.flat().map(({ language }) => language)),
      steps: unique(first.flatMap(({ steps }) => steps)),
      complianceNotes: unique(first.flatMap(({ compliance_notes }) => compliance_notes)),
      demo: demos[pack.slug] ?? NO_DEMO,
    };
  });
