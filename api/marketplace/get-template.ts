import type { z } from "zod";
import type { OperationContext } from "../http/operation-context.ts";
import { presentTemplate } from "./marketplace.presenter.ts";
import type { templateParams, templateQuery } from "./marketplace.schemas.ts";
import { requestedTemplate } from "./requested-template.ts";

export const getTemplate = async (
  _context: OperationContext,
  { params, query }: { params: z.output<typeof templateParams>; query: z.output<typeof templateQuery> },
) => {
  const { template, text } = requestedTemplate(params.template_id, { language: query.language, from: "query" });
  return presentTemplate(template, text);
};
