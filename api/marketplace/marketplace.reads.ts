import { isListed } from "../../domain/template/pack.ts";
import { listFirstPartyPacks } from "../../domain/template/packs.ts";
import { findTemplate } from "../../domain/template/template-catalogue.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { packNotFound } from "./marketplace.errors.ts";
import { presentPack, presentTemplate } from "./marketplace.presenter.ts";
import type { packParams, templateParams, templateQuery } from "./marketplace.schemas.ts";
import { readOwnPackAnswer } from "./read-own-pack-answer.ts";
import { requireTemplate } from "./require-template.ts";

export const getPack = async (context: OperationContext, { params }: OperationInput<{ params: typeof packParams }>) => {
  const pack = listFirstPartyPacks(context.packDemos).find(({ slug }) => slug === params.slug);
  if (!pack) return context.inOrganization((tx) => readOwnPackAnswer(tx, params.slug, "published"));
  if (!isListed(pack)) throw packNotFound();
  return presentPack(
    pack,
    pack.templateIds.flatMap((id) => findTemplate(id) ?? []),
  );
};

export const getTemplate = (
  context: OperationContext,
  { params, query }: OperationInput<{ params: typeof templateParams; query: typeof templateQuery }>,
) =>
  context.inOrganization(async (tx) => {
    const asked = { language: query.language, from: "query" } as const;
    const { template, text } = await requireTemplate(tx, params.template_id, asked);
    return presentTemplate(template, text);
  });
