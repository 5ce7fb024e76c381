import { defineEntity, p } from "@mikro-orm/core";
import type { IntakeMapping } from "../../../domain/contact/intake.ts";
import { bytes, createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Contact } from "./contact.entity.ts";
import { ContactList } from "./contact-list.entity.ts";

// A type and not an interface: only types are assignable to records.
type MappingJson = { [Part in keyof IntakeMapping]: IntakeMapping[Part] };

/** An address that a form or a program sends contacts to. */
export type ContactIntake = Row<typeof ContactIntake>;
export const ContactIntake = defineEntity({
  name: "ContactIntake",
  tableName: "contact_intakes",
  properties: {
    id: id(),
    organization_id: () => organizationId("contact_intakes"),
    contact_list_id: () =>
      p
        .manyToOne(ContactList)
        .mapToPk()
        .fieldName("contact_list_id")
        .foreignKeyName("contact_intakes_contact_list_id_fkey")
        .deleteRule("cascade"),
    /** Its address has it. */
    uuid: p.uuid().unique("contact_intakes_uuid_key"),
    name: p.text(),
    mapping: p.json<MappingJson>(),
    /** Sealed for `webhook:org-<organization>`. */
    secret_sealed: bytes(),
    previous_secret_sealed: optional.bytes(),
    previous_secret_until: optional.time(),
    is_active: p.boolean().default(true),
    taken: p.bigint("number").defaultRaw("0"),
    last_taken_at: optional.time(),
    created_by: () => createdBy("contact_intakes"),
    created_at: createdAt(),
  },
  indexes: [
    { name: "contact_intakes_list", properties: ["contact_list_id", "id"] },
    { name: "contact_intakes_organization", properties: ["organization_id"] },
  ],
  policies: [tenantPolicy],
});

const intakeId = (table: string) =>
  p
    .manyToOne(ContactIntake)
    .mapToPk()
    .fieldName("intake_id")
    .foreignKeyName(`${table}_intake_id_fkey`)
    .deleteRule("cascade");

/** A submission that was taken: nobody is enrolled twice under its key. */
export type ContactIntakeKey = Row<typeof ContactIntakeKey>;
export const ContactIntakeKey = defineEntity({
  name: "ContactIntakeKey",
  tableName: "contact_intake_keys",
  properties: {
    id: id(),
    organization_id: () => organizationId("contact_intake_keys"),
    intake_id: () => intakeId("contact_intake_keys"),
    /** SHA-256 of the key. */
    key_mark: bytes(),
    contact_id: () =>
      p
        .manyToOne(Contact)
        .mapToPk()
        .fieldName("contact_id")
        .foreignKeyName("contact_intake_keys_contact_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    at: createdAt(),
  },
  uniques: [{ name: "contact_intake_keys_mark", properties: ["intake_id", "key_mark"] }],
  indexes: [
    { name: "contact_intake_keys_at", properties: ["intake_id", "at"] },
    { name: "contact_intake_keys_organization", properties: ["organization_id"] },
    { name: "contact_intake_keys_contact", properties: ["contact_id"], where: "(contact_id IS NOT NULL)" },
  ],
  policies: [tenantPolicy],
});

/** A payload that could not be taken; the newest of an intake are kept. */
export type ContactIntakeFault = Row<typeof ContactIntakeFault>;
export const ContactIntakeFault = defineEntity({
  name: "ContactIntakeFault",
  tableName: "contact_intake_faults",
  properties: {
    id: id(),
    organization_id: () => organizationId("contact_intake_faults"),
    intake_id: () => intakeId("contact_intake_faults"),
    at: createdAt(),
    reason: p.text(),
    /** Its beginning. */
    payload: p.text(),
  },
  indexes: [
    { name: "contact_intake_faults_intake", properties: ["intake_id", "id"] },
    { name: "contact_intake_faults_organization", properties: ["organization_id"] },
  ],
  policies: [tenantPolicy],
});
