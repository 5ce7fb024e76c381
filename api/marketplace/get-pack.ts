import { findTemplate } from "../../domain/template/template-catalogue.ts";
import { isListed } from "../../domain/template/pack.ts";
import { listFirstPartyPacks } from "../../domain/template/packs.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { packNotFound } from "./marketplace.errors.ts";
import { presentPack } from "./marketplace.presenter.ts";
import type { packParams } from "./marketplace.schemas.ts";
import { readOwnPackAnswer } from "./read-own-pack-answer.ts";

export const getPack = async (context: OperationContext, { params }: OperationInput<{ params: typeof packParams }>) => {
  const pack = listFirstPartyPacks(context.packDemos).find(({ slug }) => slug === params.slug);
  if (!pack) return context.inOrganization((tx) => readOwnPackAnswer(tx, params.slug, "published"));
  if (!isListed(pack)) throw packNotFound();
  return presentPack(
    pack,
    pack.templateIds.flatMap((id) => findTemplate(id) ?? []),
  );
};
