import type { z } from "zod";
import { templates } from "../../domain/template/catalogue.ts";
import { textIn } from "../../domain/template/template.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentTemplateItem } from "./marketplace.presenter.ts";
import type { templatesQuery } from "./marketplace.schemas.ts";

export const listTemplates = async (
  _context: OperationContext,
  { query: { vertical, direction, language } }: { query: z.output<typeof templatesQuery> },
) => ({
  templates: templates.flatMap((template) => {
    const text = textIn(template, language);
    const isWanted =
      (vertical === undefined || template.vertical === vertical) &&
      (direction === undefined || template.direction === direction);
    return text && isWanted ? [presentTemplateItem(template, text)] : [];
  }),
});
