import { defineEntity, p } from "@mikro-orm/core";
import type { CallsOfIntake, IntakeMapping } from "../../../domain/contact/intake.ts";
import { CallRun } from "../call/call-run.entity.ts";
import { bytes, createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Contact } from "./contact.entity.ts";
import { ContactList } from "./contact-list.entity.ts";

// A type and not an interface: only types are assignable to records.
type MappingJson = { [Part in keyof IntakeMapping]: IntakeMapping[Part] };
type CallsJson = { [Part in keyof CallsOfIntake]: CallsOfIntake[Part] };

/** An address that a form or a program sends contacts to, or a rule that takes the people of ended calls. */
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
    /** Null: it is an address. */
    calls: p.json<CallsJson>().strictNullable().default(null),
    /** Sealed for `webhook:org-<organization>`; null: it takes ended calls. */
    secret_sealed: optional.bytes(),
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
    {
      name: "contact_intakes_calls",
      properties: ["organization_id"],
      where: "((calls IS NOT NULL) AND is_active)",
    },
  ],
  checks: [{ name: "contact_intakes_secret", expression: "(calls IS NULL) = (secret_sealed IS NOT NULL)" }],
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

/** An ended call whose person an intake takes, or has taken. It is written with the call's outcome, once. */
export type ContactIntakeCall = Row<typeof ContactIntakeCall>;
export const ContactIntakeCall = defineEntity({
  name: "ContactIntakeCall",
  tableName: "contact_intake_calls",
  properties: {
    id: id(),
    organization_id: () => organizationId("contact_intake_calls"),
    intake_id: () => intakeId("contact_intake_calls"),
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("contact_intake_calls_run_id_fkey")
        .deleteRule("cascade"),
    /** Null: it is not taken yet. */
    result: p.enum(["taken", "refused"]).strictNullable().default(null),
    /** When it is taken, or tried again. */
    due_at: createdAt(),
    at: createdAt(),
  },
  uniques: [{ name: "contact_intake_calls_run", properties: ["run_id", "intake_id"] }],
  indexes: [
    { name: "contact_intake_calls_waiting", properties: ["due_at", "id"], where: "(result IS NULL)" },
    {
      name: "contact_intake_calls_of_organization",
      properties: ["organization_id", "due_at", "id"],
      where: "(result IS NULL)",
    },
    { name: "contact_intake_calls_organization", properties: ["organization_id"] },
    { name: "contact_intake_calls_intake", properties: ["intake_id"] },
  ],
  policies: [tenantPolicy],
});
