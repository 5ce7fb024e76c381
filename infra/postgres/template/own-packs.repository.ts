import { sql } from "kysely";
import { type OwnPackVersion, ownPackContent, type WrittenPackContent } from "../../../domain/template/own-pack.ts";
import type { OrganizationTransaction } from "../database.ts";
import { lockExclusively } from "../locks.ts";

export interface KeptPackVersion extends OwnPackVersion {
  createdAt: Date;
  publishedAt: Date | null;
}

const selectVersions = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("own_pack_versions as v")
    .innerJoin("own_packs as p", "p.id", "v.pack_id")
    .selectAll("v")
    .select("p.slug");

type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersions>["execute"]>>[number];

/** Lists answer the newest of a pack's versions. */
const MOST_VERSIONS_LISTED = 1_000;

/** The content with no more of its agents than lists show: the definitions of all packs may come to hundreds of megabytes. */
const LISTED_CONTENT = sql<Record<string, unknown>>`jsonb_set(v.content, '{agents}', coalesce((
  select jsonb_agg(jsonb_build_object(
    'agent_id', agent->'agent_id', 'name', agent->'name', 'definition', '{"nodes": [], "edges": []}'::jsonb,
    'configurations', jsonb_strip_nulls(jsonb_build_object('language', agent->'configurations'->'language')),
    'variables', '{}'::jsonb, 'disposition_codes', '[]'::jsonb) order by place)
  from jsonb_array_elements(v.content->'agents') with ordinality as packed (agent, place)), '[]'))`;

const selectListedVersions = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("own_pack_versions as v")
    .innerJoin("own_packs as p", "p.id", "v.pack_id")
    .select(["v.id", "v.organization_id", "v.pack_id", "v.version_number", "v.state", "v.name", "v.summary", "v.job"])
    .select(["v.created_by", "v.created_at", "v.published_at", "p.slug", LISTED_CONTENT.as("content")]);

const readVersion = (row: VersionRow): KeptPackVersion => ({
  packId: row.pack_id,
  slug: row.slug,
  number: row.version_number,
  state: row.state,
  name: row.name,
  summary: row.summary,
  job: row.job,
  content: ownPackContent.parse(row.content),
  createdAt: row.created_at,
  publishedAt: row.published_at,
});

/**
 * Lists the version of each pack that the organization sees, without its agents' definitions: the published one, or the draft where
 * none is published.
 */
export const listOwnPacks = async (tx: OrganizationTransaction): Promise<OwnPackVersion[]> => {
  const rows = await selectListedVersions(tx)
    .where("v.state", "in", ["draft", "published"])
    .distinctOn("v.pack_id")
    .orderBy("v.pack_id")
    .orderBy(sql`v.state = 'draft'`)
    .execute();
  return rows.map(readVersion);
};

/** Finds the published version of one pack, or its draft; where it has not the wanted one, the other. */
export const findOwnPack = async (
  tx: OrganizationTransaction,
  slug: string,
  wanted: "draft" | "published" = "published",
): Promise<OwnPackVersion | undefined> => {
  const row = await selectVersions(tx)
    .where("p.slug", "=", slug)
    .where("v.state", "in", ["draft", "published"])
    .orderBy(sql`v.state <> ${wanted}`)
    .limit(1)
    .executeTakeFirst();
  return row && readVersion(row);
};

/** Lists the newest versions, newest first, without their agents' definitions. */
export const listPackVersions = async (tx: OrganizationTransaction, slug: string): Promise<KeptPackVersion[]> => {
  const rows = await selectListedVersions(tx)
    .where("p.slug", "=", slug)
    .orderBy("v.version_number", "desc")
    .limit(MOST_VERSIONS_LISTED)
    .execute();
  return rows.map(readVersion);
};

/** Finds the version of a pack that can be hired, or the one with a number. */
export const findPackVersion = async (
  tx: OrganizationTransaction,
  { packId, number }: { packId: number; number: number | "published" },
): Promise<OwnPackVersion | undefined> => {
  const versions = selectVersions(tx).where("v.pack_id", "=", packId);
  const row = await (number === "published"
    ? versions.where("v.state", "=", "published")
    : versions.where("v.version_number", "=", number)
  ).executeTakeFirst();
  return row && readVersion(row);
};

export interface PackDraft {
  organizationId: number;
  createdBy: number | null;
  name: string;
  summary: string;
  job: string;
  content: WrittenPackContent;
}

/** Inserts a pack without a version; undefined: the organization has one with that name. */
export const insertOwnPack = (
  tx: OrganizationTransaction,
  { organizationId, createdBy, slug }: Pick<PackDraft, "organizationId" | "createdBy"> & { slug: string },
): Promise<{ id: number } | undefined> =>
  tx
    .insertInto("own_packs")
    .values({ organization_id: organizationId, slug, created_by: createdBy })
    .onConflict((conflict) => conflict.columns(["organization_id", "slug"]).doNothing())
    .returning("id")
    .executeTakeFirst();

/** Locks a pack until the transaction ends: every change of its versions starts here. */
export const lockOwnPack = async (tx: OrganizationTransaction, slug: string): Promise<{ id: number } | undefined> => {
  const pack = await tx.selectFrom("own_packs").select("id").where("slug", "=", slug).executeTakeFirst();
  if (pack) await lockExclusively(tx, `own-pack:${pack.id}`);
  return pack;
};

/** Writes the draft of a locked pack; an existing one is replaced. */
export const writePackDraft = async (
  tx: OrganizationTransaction,
  packId: number,
  { organizationId, createdBy, name, summary, job, content }: PackDraft,
): Promise<void> => {
  await tx.deleteFrom("own_pack_versions").where("pack_id", "=", packId).where("state", "=", "draft").execute();
  await tx
    .insertInto("own_pack_versions")
    .values(({ selectFrom, fn, val }) => ({
      organization_id: organizationId,
      pack_id: packId,
      version_number: selectFrom("own_pack_versions")
        .select((latest) => latest(fn.coalesce(fn.max<number>("version_number"), val(0)), "+", 1).as("next"))
        .where("pack_id", "=", packId),
      state: "draft",
      name,
      summary,
      job,
      content,
      created_by: createdBy,
    }))
    .execute();
};

/** Publishes the draft of a locked pack; returns false when it has none. */
export const publishPackDraft = async (tx: OrganizationTransaction, packId: number, at: Date): Promise<boolean> => {
  const draft = await tx
    .selectFrom("own_pack_versions")
    .select("id")
    .where("pack_id", "=", packId)
    .where("state", "=", "draft")
    .executeTakeFirst();
  if (!draft) return false;
  await tx
    .updateTable("own_pack_versions")
    .set({ state: "archived" })
    .where("pack_id", "=", packId)
    .where("state", "=", "published")
    .execute();
  await tx
    .updateTable("own_pack_versions")
    .set({ state: "published", published_at: at })
    .where("id", "=", draft.id)
    .execute();
  return true;
};

/** Deletes a pack; agents that were hired from it stay. */
export const deleteOwnPack = async (tx: OrganizationTransaction, packId: number): Promise<void> => {
  await tx.deleteFrom("own_packs").where("id", "=", packId).execute();
};
