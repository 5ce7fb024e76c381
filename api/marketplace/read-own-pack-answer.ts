import { buildOwnPack, listOwnTemplates, type OwnPackVersion } from "../../domain/template/own-pack.ts";
import type { Pack } from "../../domain/template/pack.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findOwnPack } from "../../infra/postgres/template/own-packs.repository.ts";
import { packNotFound } from "./marketplace.errors.ts";
import { presentPack } from "./marketplace.presenter.ts";

/** Returns the publisher of the organization's own packs. */
export const readOwnPublisher = async (tx: OrganizationTransaction): Promise<Pack["publisher"]> => {
  const { name } = await tx.selectFrom("organizations").select("name").executeTakeFirstOrThrow();
  return { slug: "own", name, first_party: false };
};

/** Returns the version of an own pack that the organization sees, or the draft where that is wanted. */
export const requireOwnPack = async (
  tx: OrganizationTransaction,
  slug: string,
  wanted: "draft" | "published" = "published",
): Promise<OwnPackVersion> => {
  const version = await findOwnPack(tx, slug, wanted);
  if (!version) throw packNotFound();
  return version;
};

/** Presents the draft of a pack, or its published version; each replaces the other where that is missing. */
export const readOwnPackAnswer = async (tx: OrganizationTransaction, slug: string, wanted: "draft" | "published") => {
  const version = await requireOwnPack(tx, slug, wanted);
  return presentPack(buildOwnPack(version, await readOwnPublisher(tx)), listOwnTemplates(version));
};
