import { findShelfTemplate } from "../../application/template/find-on-shelf.ts";
import { findTextInLanguage, type ShelfTemplate, type ShelfText } from "../../domain/template/template.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { HttpError } from "../http/http-error.ts";
import { templateNotFound } from "./marketplace.errors.ts";

export interface AskedTemplate {
  template: ShelfTemplate;
  text: ShelfText;
}

/** Returns the template of a request, with its text in the requested language. `from`: the place in the request. */
export const requireTemplate = async (
  tx: OrganizationTransaction,
  templateId: string,
  { language, from }: { language: string | undefined; from: "query" | "body" },
): Promise<AskedTemplate> => {
  const template = await findShelfTemplate(tx, templateId);
  if (!template) throw templateNotFound();
  const text = findTextInLanguage(template, language);
  if (text) return { template, text };
  const msg = `The template speaks ${template.texts.map((each) => each.language).join(", ")}`;
  throw new HttpError(422, "validation_error", [{ loc: [from, "language"], msg, type: "value_error" }]);
};
