import { CancelledFailure, Context } from "@temporalio/activity";
import { readModelChoice } from "../../application/model/model-choice.ts";
import { applyTranslations, listSegments } from "../../domain/document/translation/segments.ts";
import { TranslationError, translateSegments } from "../../domain/document/translation/translate-segments.ts";
import { type ChatModel, ModelError } from "../../domain/model/chat-model.ts";
import { TRANSLATION_REPLY } from "../../domain/model/reply-limits.ts";
import { openModel } from "../../infra/models/open-model.ts";
import { findTranslation, writeTranslatedPart } from "../../infra/postgres/document/translation.repository.ts";
import { readParts } from "../../infra/postgres/document/version.repository.ts";
import type { DocumentAddress } from "../../workflows/document-processing/document-processing.contract.ts";
import { createPermanentFailure, type DocumentDependencies, toFailure } from "./step.ts";

const NO_CHAT_MODEL = "no chat model is configured";
const GIVEN_UP = "The document was deleted, or another version of it came.";

/** Translates the next part and stores it, so that a crash repeats no other one. */
export const translatePart = async (
  deps: DocumentDependencies,
  { organizationId, documentUuid, ordinal }: DocumentAddress & { ordinal: number },
): Promise<void> => {
  const { database } = deps;
  const signal = Context.current().cancellationSignal;
  const { translation, parts } = await database.inOrganization(organizationId, async (tx) => {
    const found = await findTranslation(tx, documentUuid);
    const from = Math.max(0, ordinal - 1);
    return {
      translation: found,
      parts: found ? await readParts(tx, found.version.id, { from, limit: 2 }) : [],
    };
  });
  if (!translation) throw createPermanentFailure(GIVEN_UP);
  const { document, version } = translation;
  if (version.translated_parts > ordinal) return;
  const source = parts.find((each) => each.ordinal === ordinal)?.part;
  if (!source) throw new Error("a part of the document is not there");
  const before = parts.find((each) => each.ordinal === ordinal - 1)?.part ?? null;
  const segments = listSegments(source);
  const order = { segments, language: document.target_language ?? "en", signal };
  try {
    const translations =
      segments.length > 0 ? await translateSegments(await modelOf(deps, organizationId), order) : new Map();
    const part = applyTranslations(source, { translations, before });
    await database.inOrganization(organizationId, (tx) => writeTranslatedPart(tx, translation, { ordinal, part }));
  } catch (error) {
    if (signal.aborted) throw new CancelledFailure("the translation was canceled");
    throw withPart(error, `Part ${ordinal + 1} of ${version.part_count} could not be translated`);
  }
};

/** Returns the model that the organization has configured, never the stand-in for organizations without one. */
const modelOf = async (
  { database, secrets, guardedRequests }: DocumentDependencies,
  organizationId: number,
): Promise<ChatModel> => {
  const choice = await database.inOrganization(organizationId, (tx) =>
    readModelChoice(tx, { organizationId, part: "llm", secrets }),
  );
  if (!choice) throw createPermanentFailure(NO_CHAT_MODEL);
  return openModel(choice, guardedRequests, TRANSLATION_REPLY);
};

const withPart = (error: unknown, what: string): unknown => {
  if (error instanceof TranslationError) return createPermanentFailure(`${what}: ${error.message}`);
  if (error instanceof ModelError && !error.isPassing) return createPermanentFailure(`${what}: ${error.message}`);
  return toFailure(error);
};
