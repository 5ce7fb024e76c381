import { z } from "zod";
import type { App } from "./app-stand-in.ts";

const KNOWN = { email: z.email(), firstname: z.string(), lastname: z.string(), phone: z.string(), company: z.string() };
const properties = z.strictObject(KNOWN).partial();
const note = z.strictObject({
  properties: z.strictObject({ hs_timestamp: z.iso.datetime(), hs_note_body: z.string().max(65_536) }),
  associations: z.array(
    z.strictObject({
      to: z.strictObject({ id: z.string() }),
      types: z.array(
        z.strictObject({ associationCategory: z.literal("HUBSPOT_DEFINED"), associationTypeId: z.literal(202) }),
      ),
    }),
  ),
});
const search = z.strictObject({
  filterGroups: z
    .array(
      z.strictObject({
        filters: z.array(
          z.strictObject({ propertyName: z.enum(["email", "phone"]), operator: z.enum(["EQ"]), value: z.string() }),
        ),
      }),
    )
    .max(5),
  properties: z.array(z.string()),
  limit: z.number().int().max(200),
});

const refuse: App["refuse"] = (status, message) => ({
  status,
  body: { status: "error", message, category: "VALIDATION_ERROR" },
});

export const hubspotApp = (): App => {
  const contacts = new Map<string, z.output<typeof properties>>();
  const wrapped = z.strictObject({ properties });
  return {
    hosts: ["https://api.hubapi.com"],
    refuse,
    routes: [
      {
        method: "POST",
        path: /^\/crm\/v3\/objects\/contacts\/search$/,
        body: search,
        answer: ({ body }) => {
          const filter = search.parse(body).filterGroups[0]?.filters[0];
          const results = [...contacts]
            .filter(([, contact]) => filter && contact[filter.propertyName] === filter.value)
            .map(([id, contact]) => ({ id, properties: contact }));
          return { status: 200, body: { total: results.length, results } };
        },
      },
      {
        method: "POST",
        path: /^\/crm\/v3\/objects\/contacts$/,
        body: wrapped,
        answer: ({ body }) => {
          const contact = wrapped.parse(body).properties;
          const twin = [...contacts].find(([, { email }]) => email === contact.email);
          if (twin) return refuse(409, `Contact already exists. Existing ID: ${twin[0]}`);
          const id = String(100 + contacts.size);
          contacts.set(id, contact);
          return { status: 201, body: { id, properties: contact } };
        },
      },
      {
        method: "PATCH",
        path: /^\/crm\/v3\/objects\/contacts\/(?<id>\d+)$/,
        body: wrapped,
        answer: ({ path: { id = "" }, body }) => {
          const contact = contacts.get(id);
          if (!contact) return refuse(404, "resource not found");
          contacts.set(id, { ...contact, ...wrapped.parse(body).properties });
          return { status: 200, body: { id, properties: contacts.get(id) } };
        },
      },
      {
        method: "POST",
        path: /^\/crm\/v3\/objects\/notes$/,
        body: note,
        answer: ({ body }) => {
          const to = note.parse(body).associations[0]?.to.id ?? "";
          return contacts.has(to)
            ? { status: 201, body: { id: "900" } }
            : refuse(400, `No contact with ID ${to} exists`);
        },
      },
    ],
  };
};
