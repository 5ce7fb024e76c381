import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { MigrationParts } from "./migration.ts";

/**
 * The keys of erased people's marks stood in clear, so that whoever had a copy of the database could try all numbers. They are sealed
 * like every secret. The table is made anew: a dropped column stays in the files of the old one.
 */
export const up = async (db: Kysely<unknown>, { secrets }: MigrationParts = {}): Promise<void> => {
  await sql`alter table privacy_keys rename to privacy_keys_in_clear`.execute(db);
  const { rows: keys } = await sql<KeyInClear>`
    select organization::text as organization, inner_pad, outer_pad from privacy_keys_in_clear order by 1`.execute(db);
  if (keys.length > 0 && !secrets) throw new Error(NEEDS_KEY);
  await sql.raw(TABLE).execute(db);
  for (const { organization, inner_pad: inner, outer_pad: outer } of keys)
    await sql`
      insert into privacy_keys (organization, key_sealed, key_digest)
      values (${organization}, ${secrets && sealKeyOf(organization, inner, secrets)}, ${createHash("sha256").update(inner).update(outer).digest()})`.execute(
      db,
    );
  await sql.raw(FUNCTIONS).execute(db);
};

interface KeyInClear {
  organization: string;
  inner_pad: Buffer;
  outer_pad: Buffer;
}

const NEEDS_KEY =
  "The keys by which erased people are known again are sealed now, and need the platform's own key for it: set ENCRYPTION_KEY as the " +
  "API and the worker have it, and migrate again";

const KEY_BYTES = 32;
const INNER = 0x36;

const sealKeyOf = (organization: string, innerPad: Buffer, secrets: SecretBox): Buffer => {
  const key = Buffer.from(innerPad.subarray(0, KEY_BYTES).map((byte) => byte ^ INNER));
  return secrets.seal(key.toString("hex"), `mark-key:org-${organization}`);
};

const TABLE = `
drop function person_mark(bigint, text);
drop function platform_make_privacy_key(bigint, bytea, bytea);
drop table privacy_keys_in_clear;

-- Nobody reads the keys but these functions, and nobody opens them but the platform.
create table privacy_keys (
  organization bigint primary key references organizations on delete cascade,
  -- sealed for "mark-key:org-<organization>"
  key_sealed bytea not null,
  -- SHA-256 of both pads, by which a wrong key is known
  key_digest bytea not null
);
alter table privacy_keys enable row level security;
create policy nobody on privacy_keys to ringdown_app using (false);
`;

const FUNCTIONS = `
create function platform_privacy_key(organization bigint)
returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select k.key_sealed from privacy_keys k where k.organization = $1
$$;

-- Returns the key that holds. Whose marks are there has lost theirs: a new one would know nobody again.
create function platform_add_privacy_key(organization bigint, key_sealed bytea, key_digest bytea)
returns bytea
language sql security definer set search_path = public, pg_temp as $$
  insert into privacy_keys (organization, key_sealed, key_digest)
  select o.id, $2, $3 from organizations o
  where o.id = $1 and not exists (select from do_not_call d where d.organization_id = $1 and d.phone_number like 'erased:%')
  on conflict do nothing;
  select k.key_sealed from privacy_keys k where k.organization = $1
$$;

-- What stands for an erased number or address of the transaction's organization: HMAC-SHA256 under the key whose pads are handed over.
-- Without them it fails where there are marks: one that nobody can make would let an erased number be called.
create function person_mark(organization bigint, person text, pads bytea default null)
returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  digest bytea;
begin
  if person like 'erased:%' then return person; end if;
  if $1 is distinct from nullif(current_setting('app.organization_id', true), '')::bigint then
    raise exception 'marks of erased people are made within their organization alone' using errcode = 'RD001';
  end if;
  select k.key_digest into digest from privacy_keys k where k.organization = $1;
  if (digest is null or pads is null)
    and not exists (select from do_not_call d where d.organization_id = $1 and d.phone_number like 'erased:%')
  then return null; end if;
  if digest is null then
    raise exception 'organization % has marks of erased people and no key for them', $1
      using errcode = 'RD001', hint = 'Restore privacy_keys of this organization from a backup: until then nobody is called.';
  end if;
  if pads is null then
    raise exception 'no key was handed over for the marks of erased people of organization %', $1
      using errcode = 'RD001',
        hint = 'Add the key that sealed it to ENCRYPTION_KEYS_FORMER; a process of an earlier version has to be replaced.';
  end if;
  if sha256(pads) <> digest then
    raise exception 'another key was handed over for the marks of erased people of organization %', $1 using errcode = 'RD001';
  end if;
  return 'erased:' ||
    encode(sha256(substring(pads from 65) || sha256(substring(pads for 64) || convert_to(person, 'UTF8'))), 'hex');
end
$$;
`;
