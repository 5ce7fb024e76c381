import { formatVersion, listOwnTemplates, parseOwnTemplateId } from "../../domain/template/own-pack.ts";
import type { ShelfTemplate } from "../../domain/template/template.ts";
import { findTemplate } from "../../domain/template/template-catalogue.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findPackVersion } from "../../infra/postgres/template/own-packs.repository.ts";

/** Finds a template that the organization may hire: of the catalogue, or of a published pack of its own. */
export const findShelfTemplate = async (
  tx: OrganizationTransaction,
  templateId: string,
): Promise<ShelfTemplate | undefined> => {
  const own = parseOwnTemplateId(templateId);
  if (!own) return findTemplate(templateId);
  const version = await findPackVersion(tx, { packId: own.packId, number: "published" });
  return version && listOwnTemplates(version).find(({ id }) => id === templateId);
};

/** Finds the template of a hire: own packs keep their versions, the catalogue has only its latest. */
export const findHiredTemplate = async (
  tx: OrganizationTransaction,
  { templateId, version }: { templateId: string; version: string },
): Promise<ShelfTemplate | undefined> => {
  const own = parseOwnTemplateId(templateId);
  if (!own) return findTemplate(templateId);
  const number = Number.parseInt(version, 10);
  const kept = await findPackVersion(tx, { packId: own.packId, number });
  return kept && formatVersion(kept.number) === version
    ? listOwnTemplates(kept).find(({ id }) => id === templateId)
    : undefined;
};
