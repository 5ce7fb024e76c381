import { listOwnTemplates } from "../../domain/template/own-pack.ts";
import { findTextInLanguage, type ShelfTemplate } from "../../domain/template/template.ts";
import { templates } from "../../domain/template/template-catalogue.ts";
import { listOwnPacks } from "../../infra/postgres/template/own-packs.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentTemplateItem } from "./marketplace.presenter.ts";
import type { templatesQuery } from "./marketplace.schemas.ts";

export const listTemplates = async (
  context: OperationContext,
  { query: { vertical, direction, language } }: OperationInput<{ query: typeof templatesQuery }>,
) => {
  const own = await context.inOrganization(listOwnPacks);
  const shelf: ShelfTemplate[] = [
    ...templates,
    ...own.filter(({ state }) => state === "published").flatMap(listOwnTemplates),
  ];
  return {
    templates: shelf.flatMap((template) => {
      const text = findTextInLanguage(template, language);
      const isWanted =
        (vertical === undefined || template.vertical === vertical) &&
        (direction === undefined || template.direction === direction);
      return text && isWanted ? [presentTemplateItem(template, text)] : [];
    }),
  };
};
