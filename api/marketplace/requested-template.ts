import { findTemplate } from "../../domain/template/catalogue.ts";
import { type Template, type TemplateText, textIn } from "../../domain/template/template.ts";
import { HttpError } from "../http/http-error.ts";
import { templateNotFound } from "./marketplace.errors.ts";

/** The template that a request names, and its text in the language that it asks for. `from`: where it asks. */
export const requestedTemplate = (
  templateId: string,
  { language, from }: { language: string | undefined; from: "query" | "body" },
): { template: Template; text: TemplateText } => {
  const template = findTemplate(templateId);
  if (!template) throw templateNotFound();
  const text = textIn(template, language);
  if (text) return { template, text };
  const msg = `The template speaks ${template.texts.map((each) => each.language).join(", ")}`;
  throw new HttpError(422, "validation_error", [{ loc: [from, "language"], msg, type: "value_error" }]);
};
