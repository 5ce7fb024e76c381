import type { z } from "zod";
import { findTemplate } from "../../domain/template/catalogue.ts";
import { isListed } from "../../domain/template/pack.ts";
import { firstPartyPacks } from "../../domain/template/packs.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { packNotFound } from "./marketplace.errors.ts";
import { presentPackItem, presentTemplateItem } from "./marketplace.presenter.ts";
import type { packParams } from "./marketplace.schemas.ts";

export const getPack = async ({ packDemos }: OperationContext, { params }: { params: z.output<typeof packParams> }) => {
  const pack = firstPartyPacks(packDemos).find(({ slug }) => slug === params.slug);
  if (!pack || !isListed(pack)) throw packNotFound();
  return {
    ...presentPackItem(pack),
    channels: [...pack.channels],
    steps: [...pack.steps],
    compliance_notes: [...pack.complianceNotes],
    templates: pack.templateIds.flatMap((id) => {
      const template = findTemplate(id);
      const text = template?.texts[0];
      return template && text ? [presentTemplateItem(template, text)] : [];
    }),
  };
};
