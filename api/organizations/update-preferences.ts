import type { z } from "zod";
import { Organization } from "../../infra/postgres/access/organization.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentPreferences } from "./organizations.presenter.ts";
import type { preferencesChanges } from "./organizations.schemas.ts";
import { noneIfEmpty, readTestPhoneNumber, writePreferences } from "./write-preferences.ts";

type Changes = z.output<typeof preferencesChanges>;

/**
 * Changes the preferences that are sent and no other, so that two people who change different ones at once keep both.
 * An object is replaced as a whole.
 */
export const updatePreferences = (context: OperationContext, { body }: { body: Changes }) =>
  context.withEntities(async (em, tx) => {
    const before = await em.requireOne(Organization, { id: context.actor.organizationId });
    if (Object.values(body).every((value) => value === undefined)) return presentPreferences(before);
    const { disclosure, test_phone_number: testNumber, country = before.country, ...changes } = body;
    const row = await writePreferences(context, tx, {
      ...changes,
      rule_packs: changes.rule_packs === undefined ? undefined : noneIfEmpty(changes.rule_packs),
      unconfirmed_rules: changes.unconfirmed_rules === undefined ? undefined : noneIfEmpty(changes.unconfirmed_rules),
      own_rules: changes.own_rules === undefined ? undefined : noneIfEmpty(changes.own_rules),
      country: body.country,
      test_phone_number: testNumber ? readTestPhoneNumber(testNumber, country) : testNumber,
      disclosure_off_reason: disclosureOffReason(disclosure),
    });
    return presentPreferences(row);
  });

const disclosureOffReason = (disclosure: Changes["disclosure"]): string | null | undefined => {
  if (disclosure === undefined) return undefined;
  return disclosure?.enabled === false ? (disclosure.reason ?? null) : null;
};
