import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentTemplate } from "./marketplace.presenter.ts";
import type { templateParams, templateQuery } from "./marketplace.schemas.ts";
import { requireTemplate } from "./require-template.ts";

export const getTemplate = (
  context: OperationContext,
  { params, query }: OperationInput<{ params: typeof templateParams; query: typeof templateQuery }>,
) =>
  context.inOrganization(async (tx) => {
    const asked = { language: query.language, from: "query" } as const;
    const { template, text } = await requireTemplate(tx, params.template_id, asked);
    return presentTemplate(template, text);
  });
