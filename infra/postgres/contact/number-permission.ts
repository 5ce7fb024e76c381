import { type RawBuilder, sql } from "kysely";
import type { NumberPermission } from "../../../domain/call/number-permission.rules.ts";
import {
  OVERRULES_NATIONAL_LISTS,
  readConsentStatus,
  STRONGEST_CONSENT_FIRST,
} from "../../../domain/contact/consent.rules.ts";
import { BINDING_ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { type AllowedNumbers, DEFAULT_NUMBER_KINDS, isNumberKind } from "../../../domain/number/number-kinds.rules.ts";
import { classifyNumber } from "../../../domain/number/number-kinds.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import { markOf } from "../privacy/mark-keys.ts";

/** Selects do-not-call entries that have not ended; for an entry named as `entry`. */
export const selectLiveEntries = (entry: string) =>
  sql<boolean>`(${sql.ref(`${entry}.expires_at`)} is null or ${sql.ref(`${entry}.expires_at`)} > now())`;

interface NumberExpressions {
  organizationId: unknown;
  phoneNumber: unknown;
  /** Of the call: what was recorded in the sandbox binds calls of the sandbox alone. */
  environment: "production" | "sandbox";
}

/**
 * The one definition of what blocks every call to a number. Joined to a query, it provides `IS_LISTED` and `CONSENT` of
 * the number; one statement can check one number or every contact of a list.
 */
export const joinPermission = (
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, environment }: NumberExpressions,
) => sql`
  ${JOIN_OWN[environment]({ organizationId, phoneNumber })}
  left join lateral (
    select entry.phone_number, entry.expires_at from do_not_call entry
    where ${ANY_ERASED} and entry.organization_id = ${organizationId}
      and entry.phone_number = ${markOf(tx, { organizationId, known: phoneNumber })} and ${BINDS[environment]}
      and ${selectLiveEntries("entry")}
    order by entry.expires_at desc nulls first limit 1
  ) erased on true
  left join lateral (
    select list.source, list.as_of from national_lists list
    join national_numbers number on number.national_list_id = list.id and number.digits = ${digitsOf(phoneNumber)}
    where ${ANY_NATIONAL_LIST} and list.organization_id = ${organizationId} and list.state = 'in_force'
    order by list.as_of desc limit 1
  ) national on true`;

type OwnNumber = Omit<NumberExpressions, "environment">;

const joinProduction = ({ organizationId, phoneNumber }: OwnNumber) => sql`
  left join do_not_call on do_not_call.organization_id = ${organizationId} and do_not_call.phone_number = ${phoneNumber}
    and do_not_call.environment = 'production' and ${selectLiveEntries("do_not_call")}
  left join consents on consents.organization_id = ${organizationId} and consents.phone_number = ${phoneNumber}
    and consents.environment = 'production'`;

/** Both environments bind a call of the sandbox: of two entries that lasts which ends later, of two consents the stronger holds. */
const joinBoth = ({ organizationId, phoneNumber }: OwnNumber) => sql`
  left join lateral (
    select entry.phone_number, case when bool_and(entry.expires_at is not null) then max(entry.expires_at) end as expires_at
    from do_not_call entry where entry.organization_id = ${organizationId} and entry.phone_number = ${phoneNumber}
      and ${selectLiveEntries("entry")} group by entry.phone_number
  ) do_not_call on true
  left join lateral (
    select ${STRENGTHS}[min(array_position(${STRENGTHS}, consent.status))] as status
    from consents consent where consent.organization_id = ${organizationId} and consent.phone_number = ${phoneNumber}
  ) consents on true`;

const STRENGTHS = sql`(array[${literals(STRONGEST_CONSENT_FIRST)}]::text[])`;

const JOIN_OWN = { production: joinProduction, sandbox: joinBoth };

/** SIP addresses have no digits. */
const digitsOf = (phoneNumber: unknown) =>
  sql`(case when ${phoneNumber}::text ~ '^\\+[0-9]{7,15}$' then substr(${phoneNumber}::text, 2)::bigint end)`;

// This is evaluated once in a statement, so that without a national list no contact is looked up.
const ANY_NATIONAL_LIST = sql`(select exists (select from national_lists any_list where any_list.state = 'in_force'))`;

// Evaluated once in a statement too: without an entry of an erased person no mark is computed.
const ANY_ERASED = sql`(select exists (select from do_not_call any_mark where any_mark.phone_number like 'erased:%'))`;

const BINDS = {
  production: sql`entry.environment in (${literals(BINDING_ENVIRONMENTS.production)})`,
  sandbox: sql`entry.environment in (${literals(BINDING_ENVIRONMENTS.sandbox)})`,
};

/** By the number, or by what stands for it since the person was erased. */
const ON_DO_NOT_CALL: RawBuilder<boolean> = sql`(do_not_call.phone_number is not null or erased.phone_number is not null)`;
/** Null: permanent, or there is no entry. */
const DO_NOT_CALL_UNTIL: RawBuilder<Date | null> = sql`(case
  when (do_not_call.phone_number is not null and do_not_call.expires_at is null)
    or (erased.phone_number is not null and erased.expires_at is null) then null
  else greatest(do_not_call.expires_at, erased.expires_at) end)`;
export const CONSENT: RawBuilder<string> = sql`coalesce(consents.status, 'unknown')`;
/** True on the organization's own list, or on a national list without consent to the contrary. */
export const IS_LISTED: RawBuilder<boolean> = sql`(${ON_DO_NOT_CALL} or (national.source is not null and ${CONSENT} <> ${sql.lit(OVERRULES_NATIONAL_LISTS)}))`;

export interface PermissionRow {
  on_do_not_call: boolean;
  do_not_call_until: Date | null;
  consent: string;
  national_source: string | null;
  national_as_of: string | null;
  allowed_countries: string[] | null;
  allowed_number_kinds: string[] | null;
}

/** The columns for a number whose permission a query has joined to its organization `o`. */
export const PERMISSION_COLUMNS = sql`${ON_DO_NOT_CALL} as on_do_not_call, ${DO_NOT_CALL_UNTIL} as do_not_call_until, ${CONSENT} as consent,
  national.source as national_source, national.as_of as national_as_of,
  o.allowed_countries, o.allowed_number_kinds`;

/** `phoneNumber`: null where it is unknown yet. */
export const toPermission = (row: PermissionRow, phoneNumber: string | null): NumberPermission => ({
  onDoNotCall: row.on_do_not_call,
  doNotCallUntilMs: row.do_not_call_until?.getTime() ?? null,
  consent: readConsentStatus(row.consent),
  nationalList: row.national_source === null ? null : { source: row.national_source, asOf: row.national_as_of ?? "" },
  numberClass: phoneNumber === null ? null : classifyNumber(phoneNumber),
  allowedNumbers: toAllowedNumbers(row),
});

const toAllowedNumbers = (row: Pick<PermissionRow, "allowed_countries" | "allowed_number_kinds">): AllowedNumbers => ({
  countries: row.allowed_countries,
  kinds: row.allowed_number_kinds?.filter(isNumberKind) ?? DEFAULT_NUMBER_KINDS,
});

/** Reads what numbers an organization calls. */
export const readAllowedNumbers = async (
  tx: OrganizationTransaction,
  organizationId: number,
): Promise<AllowedNumbers> =>
  toAllowedNumbers(
    await tx
      .selectFrom("organizations")
      .select(["allowed_countries", "allowed_number_kinds"])
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow(),
  );

/** Reads the permission of one number as it is now. */
export const readNumberPermission = async (
  tx: OrganizationTransaction,
  number: { organizationId: number; phoneNumber: string; environment: "production" | "sandbox" },
): Promise<NumberPermission> => {
  const { rows } = await sql<PermissionRow>`
    select ${PERMISSION_COLUMNS} from organizations o ${joinPermission(tx, number)} where o.id = ${number.organizationId}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error("one row was asked for and none came");
  return toPermission(row, number.phoneNumber);
};
